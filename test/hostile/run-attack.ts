import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { bucketOf } from "../../src/match/tool-bucket.ts";
import { createToken } from "../../src/platform/person/script-tokens.ts";
import { tokenVariable } from "../../src/platform/person/who.ts";
import { freshFolder, noon } from "../kit/store.ts";
import type { Aftermath, Attack, Plant, Step } from "./attack.ts";
import { plantObjects } from "./hostile-objects.ts";
import { plantRepository } from "./hostile-repository.ts";

const repository = join(import.meta.dirname, "../..");
const launcher = join(repository, "plugin/hooks/lessons-hook");
const built = join(repository, "dist/lessons.js");

/** Lets an attack happen to a home of its own, and says what it left behind. Needs the built program, and `/proc`. */
export async function runAttack(attack: Attack): Promise<Aftermath> {
  const ground = new Ground();
  for (const plant of attack.plants) ground.plant(plant);
  await ground.end({ run: ["compile"] });
  const before = ground.files();
  const steps: string[] = [];
  for (const step of attack.steps) {
    const problem = await ground.end(step);
    if (problem !== undefined) steps.push(`${JSON.stringify(step).slice(0, 80)}: ${problem}`);
  }
  const processes = await ground.leftProcesses();
  const { allows = {} } = attack;
  return {
    steps,
    hasRun: existsSync(ground.canary),
    files: changesOf(before, ground.files()).filter(
      (path) => allows.files?.includes(path) !== true,
    ),
    processes,
    megabytes: ground.peakMegabytes > mostMegabytes ? [ground.peakMegabytes] : [],
    activeLessons: await ground.activeLessons(),
    leaks: ground.leaks(),
  };
}

/** What is left behind when all is well. */
export function allowed({ allows = {} }: Attack): Aftermath {
  return {
    steps: [],
    hasRun: false,
    files: [],
    processes: [],
    megabytes: [],
    activeLessons: allows.activeLessons ?? 0,
    leaks: [],
  };
}

/** Three times what a program of ours takes at its busiest. */
const mostMegabytes = 500;
/** On a busy machine; a step takes less than a second otherwise. */
const patienceMs = 60_000;

class Ground {
  readonly #above = freshFolder();
  readonly #user = freshFolder();
  readonly #clone = join(this.#above, "clone");
  readonly #home = join(this.#user, ".lessons");
  readonly #secret = `planted-secret-${randomBytes(12).toString("hex")}`;
  /** As one of GitHub's is: whoever knows secrets knows it. */
  readonly #token = `ghp_${randomBytes(18).toString("hex")}`;
  readonly canary = join(freshFolder(), "ran");
  peakMegabytes = 0;

  constructor() {
    mkdirSync(this.#clone);
    mkdirSync(join(this.#home, "hook"), { recursive: true, mode: 0o700 });
    symlinkSync(built, join(this.#home, "hook/lessons.js"));
    symlinkSync(process.execPath, join(this.#home, "hook/node"));
    writeFileSync(join(this.#user, "secret.txt"), `${this.#secret}\n`);
  }

  plant(plant: Plant): void {
    const path = this.#pathOf(plant.at);
    mkdirSync(dirname(path), { recursive: true });
    if ("text" in plant) writeFileSync(path, this.#filled(plant.text));
    if ("database" in plant) {
      const database = new DatabaseSync(path);
      database.exec(plant.database);
      database.close();
    }
    if ("link" in plant) symlinkSync(plant.link.replaceAll("$USER", this.#user), path);
    if ("linkToSecret" in plant) symlinkSync(join(this.#user, "secret.txt"), path);
    if ("pipe" in plant) execFileSync("mkfifo", [path]);
    if ("sparseBytes" in plant) {
      writeFileSync(path, "");
      truncateSync(path, plant.sparseBytes);
    }
    if ("git" in plant) plantRepository(path, plant.git, this.canary);
    if ("objects" in plant) plantObjects(path, plant.objects);
    if (plant.owner === undefined) return;
    if (lstatSync(path).isSymbolicLink()) lchownSync(path, plant.owner, plant.owner);
    else chownSync(path, plant.owner, plant.owner);
  }

  #filled(text: string): string {
    const broken = JSON.stringify(
      `\u001B[33m${this.#token.slice(0, 4)}\u001B[39m\uFE0F${this.#token.slice(4)}`,
    );
    return text
      .replaceAll("$CLONE", this.#clone)
      .replaceAll("$TOKEN", this.#token)
      .replaceAll("$BROKEN", broken.slice(1, -1));
  }

  #pathOf(at: string): string {
    const [where = "", ...rest] = at.split("/");
    const roots: Readonly<Record<string, string>> = {
      clone: this.#clone,
      above: this.#above,
      user: this.#user,
    };
    return join(roots[where] ?? where, ...rest);
  }

  /** Takes a step; says what was wrong with how it ended. */
  async end(step: Step): Promise<string | undefined> {
    const { status, printed } = await this.#start(step);
    if (status === undefined) return "did not end";
    const expected = "run" in step ? (step.status ?? 0) : 0;
    if (expected !== "ends" && status !== expected)
      return `ended with ${status}: ${printed.slice(-300)}`;
    const says = "run" in step ? (step.says ?? "") : "";
    const isSaid = typeof says === "string" ? printed.includes(says) : says.test(printed);
    return isSaid ? undefined : `did not say ${String(says)}: ${printed.slice(-300)}`;
  }

  async #start(step: Step): Promise<{ status: number | undefined; printed: string }> {
    const [program, args, input] = this.#lineOf(step);
    const isPerson = "run" in step && step.byPerson === true;
    const env = isPerson ? this.#environmentOfPerson() : this.#environment;
    const child = spawn(program, args, { cwd: this.#clone, env });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => (printed += String(part)));
    child.stdin.on("error", () => undefined);
    child.stdin.end(this.#filled(input));
    const ended = new Promise<number>((resolve) => {
      child.on("close", (status) => resolve(status ?? -1));
    });
    const begun = performance.now();
    for (;;) {
      this.#measure();
      const status = await Promise.race([ended, wait(lookMs)]);
      if (status !== undefined) return { status, printed };
      const isTooMuch = this.peakMegabytes > mostMegabytes;
      if (!isTooMuch && performance.now() - begun < patienceMs) continue;
      child.kill("SIGKILL");
      return { status: undefined, printed };
    }
  }

  #lineOf(step: Step): readonly [string, readonly string[], string] {
    const about = { session_id: session, cwd: this.#clone, transcript_path: "/nowhere.jsonl" };
    if ("run" in step) return [process.execPath, [built, ...step.run], step.input ?? ""];
    if ("raw" in step) return [launcher, step.args, step.raw];
    if ("statusLine" in step)
      return [
        process.execPath,
        [built, "statusline"],
        JSON.stringify({ ...about, workspace: { current_dir: this.#clone } }),
      ];
    if ("hook" in step)
      return [
        launcher,
        [step.hook],
        JSON.stringify({
          ...about,
          hook_event_name: step.hook,
          source: "startup",
          ...step.payload,
        }),
      ];
    const { tool_name } = step.call;
    const call = { ...about, hook_event_name: "PreToolUse", tool_use_id: "toolu_1", ...step.call };
    return [launcher, ["PreToolUse", bucketOf(tool_name)], JSON.stringify(call)];
  }

  get #environment(): Record<string, string> {
    return {
      HOME: this.#user,
      LESSONS_HOME: this.#home,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      // An agent that is talked to has one, and a person's shell has not: neither may matter here.
      TERM: "dumb",
    };
  }

  #environmentOfPerson(): Record<string, string> {
    return { ...this.#environment, [tokenVariable]: createToken(this.#home, "person", noon) };
  }

  /** The programs that have our home in their environment, whoever started them. */
  #processes(): readonly { readonly pid: number; readonly line: string }[] {
    const marks = [`LESSONS_HOME=${this.#home}`, `HOME=${this.#user}`];
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const variables = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
          const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
          return marks.some((mark) => variables.includes(mark)) && line !== ""
            ? [{ pid: Number(name), line }]
            : [];
        } catch {
          return [];
        }
      });
  }

  #measure(): void {
    for (const { pid } of this.#processes()) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
        this.peakMegabytes = Math.max(this.peakMegabytes, Math.round(kilobytes / 1000));
      } catch {
        continue;
      }
    }
  }

  /** Those that are still there when they had time to end. They are ended then: nobody else would. */
  async leftProcesses(): Promise<readonly string[]> {
    const begun = performance.now();
    let left = this.#processes();
    while (left.length > 0 && performance.now() - begun < patienceMs) {
      this.#measure();
      if (this.peakMegabytes > mostMegabytes) break;
      await wait(lookMs);
      left = this.#processes();
    }
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    return left.map(({ line }) => line.replaceAll(this.#user, "~"));
  }

  async activeLessons(): Promise<number> {
    const { printed } = await this.#start({ run: ["list", "--status", "active", "--json"] });
    return Number(/"total": ?(\d+)/.exec(printed)?.[1] ?? 0);
  }

  /** What every file outside of our home is, by its path. */
  files(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [where, root] of [
      ["above", this.#above],
      ["user", this.#user],
    ] as const) {
      for (const path of pathsBelow(root)) {
        if (path.startsWith(this.#home)) continue;
        const inside = `${where}/${relative(root, path)}`;
        found.set(inside.replace(/^above\/clone\//, "clone/"), stateOf(path));
      }
    }
    return found;
  }

  leaks(): readonly string[] {
    return pathsBelow(this.#home)
      .filter((path) => lstatSync(path).isFile() && this.#holdsSecret(readFileSync(path)))
      .map((path) => relative(this.#home, path));
  }

  /** As it is, or without what hides it. */
  #holdsSecret(bytes: Buffer): boolean {
    const half = this.#token.slice(4);
    return [this.#secret, half].some((secret) => bytes.includes(secret));
  }
}

const session = "5e55101a-0000-4000-8000-00000000dead";
const lookMs = 20;

/** Everything but folders. No link is followed: one may lead to the whole disk. */
function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? pathsBelow(path) : [path];
  });
}

function stateOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stats.isFile()) return "special";
  if (stats.size > 10_000_000) return `${stats.size} bytes`;
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function changesOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}
