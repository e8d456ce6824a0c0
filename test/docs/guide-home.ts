import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { bucketOf } from "../../src/match/tool-bucket.ts";
import { adviceIn, reasonIn } from "../kit/hook-ground.ts";
import { Program } from "../kit/program.ts";
import { shownNow } from "./guide-blocks.ts";
import { GuideSession } from "./guide-session.ts";
import { readScript, type ScriptCall, type ScriptPart } from "./session-script.ts";
import { settled } from "./settled.ts";

/** The machine that the guide speaks of: somebody who has Claude Code, and one project. It scans when it is told to. */
export class GuideHome {
  readonly #program = new Program();
  readonly #project = join(this.#program.home, "forecast");
  readonly #hook = join(this.#program.home, ".lessons/hook/lessons-hook");
  readonly #today = new Date().toISOString().slice(0, 10);
  #sessions = 0;

  constructor() {
    for (const folder of [".claude", "forecast"]) mkdirSync(join(this.#program.home, folder));
    // The first session after `lessons init` would start a scan that nobody waits for.
    this.#program.ok(["config", "set", "autoScanIntervalHours", "0"]);
    const origin = ["remote", "add", "origin", "https://git.example/acme/forecast.git"];
    for (const args of [["init", "--quiet", "--initial-branch=main"], origin]) {
      execFileSync("git", args, { cwd: this.#project, env: this.#program.environment });
    }
  }

  /** What a command of the guide prints now, line by line; for a session, what is shown with what the hook says now. */
  run(command: string, shown: readonly string[]): readonly string[] {
    const [, variables] = /^((?:\w+=\S+ )*)claude$/.exec(command) ?? [];
    if (variables !== undefined) return this.#runSession(environmentIn(variables), shown);
    const { status, out } = this.#program.shell(`cd forecast && { ${command}\n} 2>&1`);
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${out}`);
    return linesOf(this.#settled(out));
  }

  #runSession(environment: Environment, shown: readonly string[]): readonly string[] {
    const { home } = this.#program;
    const number = ++this.#sessions;
    // Deliveries have the time of the real clock, so sessions with the hook must have it, too.
    const daysAgo = existsSync(this.#hook) ? 0 : 3 - number;
    const session = new GuideSession({ home, project: this.#project, number, daysAgo });
    const ask = (args: readonly string[], payload: object): string =>
      this.#askHook({ ...environment, CLAUDE_CODE_SESSION_ID: session.id }, args, payload);
    const lines: string[] = [];
    const parts = readScript(shown);
    const tell = (said: string, at: number): void => {
      lines.push(...toldLines(this.#settled(said), parts[at]));
    };
    const started = adviceIn(ask(["SessionStart"], session.startPayload), "SessionStart");
    // The protocol would stand at the beginning of every session: it is shown where the guide wants it.
    if (parts[0]?.is === "told") tell(started, 0);
    for (const [at, part] of parts.entries()) {
      if (part.is === "told") continue;
      lines.push(...part.lines);
      if (part.is === "said") session.say(part.step);
      else tell(callTool(session, part.call, ask), at + 1);
    }
    return lines;
  }

  /** As Claude Code asks the hook that `lessons init` has put there; before that there is nobody to ask. */
  #askHook(environment: Environment, args: readonly string[], payload: object): string {
    if (!existsSync(this.#hook)) return "";
    const { status, stdout, stderr } = spawnSync(this.#hook, args, {
      cwd: this.#project,
      env: { ...this.#program.environment, ...environment },
      input: JSON.stringify(payload),
      encoding: "utf8",
    });
    if (status !== 0 || stderr !== "") throw new Error(`the hook: ${status} ${stderr}`);
    return stdout;
  }

  #settled(text: string): string {
    if (text === "") return "";
    const { lessons } = this.#program.json(["list", "--show-archived"]) as {
      lessons?: readonly { slug: string }[];
    };
    return settled(text, {
      home: this.#program.home,
      slugs: lessons?.map(({ slug }) => slug) ?? [],
      today: this.#today,
    });
  }
}

type Environment = Readonly<Record<string, string>>;

/** What the hook says about the call, which then ends as the guide says. */
function callTool(
  session: GuideSession,
  call: ScriptCall,
  ask: (args: readonly string[], payload: object) => string,
): string {
  const answer = ask(["PreToolUse", bucketOf(call.tool)], session.begin(call));
  const told = call.isHeld ? reasonIn(answer) : adviceIn(answer);
  session.end(call, told);
  return told;
}

function environmentIn(variables: string): Environment {
  return Object.fromEntries(
    variables
      .split(" ")
      .filter((variable) => variable !== "")
      .map((variable) => variable.split("=")),
  );
}

/** What a hook said, as the guide shows it. */
function toldLines(said: string, shown: ScriptPart | undefined): readonly string[] {
  const now = linesOf(said).map((line) => `│ ${line}`.trimEnd());
  if (shown?.is !== "told") return now;
  const wanted = shown.lines.map((line) => (line === leftOut ? "…" : line));
  return shownNow(now, wanted).map((line) => (line === "…" ? leftOut : line));
}

const leftOut = "│ …";

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
