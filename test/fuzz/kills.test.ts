import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { commandNamed, commandTable } from "../../src/cli/command-table.ts";
import { Program } from "../kit/program.ts";
import { casesOf, Chance, named, patienceMs } from "./budget.ts";
import {
  agentSettings,
  anyWritingCommand,
  furnish,
  writingCommands,
  type WritingCommand,
} from "./writing-commands.ts";

test(
  "killed at any moment, a command that writes leaves all of what it did or nothing, and loses nothing that was there",
  async () => {
    const template = new Program();
    const first = furnish(template);
    const tally: Record<string, { killed: number; ended: number }> = {};
    const averages = new Map<string, number>();
    let ground = new Ground(template.copy(), first);
    // How long one takes here and now: on a busy machine, Node alone takes longer than a whole command elsewhere.
    // The first one compiles what the second finds.
    const usual = { args: ["edit", first[0] ?? "", "priority", "6"] };
    await ground.kill(usual, endlessMs);
    const { tookMs: usualMs } = await ground.kill(usual, endlessMs);
    for (const each of casesOf({ slice: 60, whole: 10_000 })) {
      if (each.number % 100 === 0) ground = new Ground(template.copy(), first);
      const chance = new Chance(each);
      const command = anyWritingCommand(chance, each.number, ground.slugs);
      const name = command.args[0] ?? "";
      const average = averages.get(name) ?? usualMs;
      // What comes before the first third is Node itself, as a rule.
      const delayMs = (average * (30 + chance.below(70))) / 100;
      const { isKilled, tookMs } = await ground.kill(command, delayMs);
      const counts = (tally[name] ??= { killed: 0, ended: 0 });
      counts[isKilled ? "killed" : "ended"] += 1;
      // One that was killed would have taken longer, and one that ended says how long.
      const known = averages.get(name) ?? tookMs;
      averages.set(name, isKilled ? average * 1.1 : known * 0.7 + tookMs * 0.3);
      expect(
        ground.problems(),
        `${named(each)}: lessons ${command.args.join(" ")} after ${delayMs} ms`,
      ).toEqual([]);
    }
    process.stdout.write(`kills ${JSON.stringify(tally)}\n`);
  },
  patienceMs,
);

/** Nothing takes as long. */
const endlessMs = 600_000;

/** Those that are not killed here, and why. */
const notKilled: Readonly<Record<string, readonly string[]>> = {
  "it only reads, and scans at most": [
    "backtest",
    "card",
    "completion",
    "dashboard",
    "knowledge",
    "ledger",
    "list",
    "match",
    "privacy",
    "reviews",
    "show",
    "start",
    "stats",
    "status",
  ],
  "it writes as `review` does": ["confirm"],
  "it runs the hook, as payloads.test.ts does": ["hook"],
  "the agent's programs call it, and it only reads": ["statusline", "complete-slug"],
  "others stand under it": ["dev", "project"],
};

test("every command is killed, or there is a reason", () => {
  const killed = writingCommands(1, "some-0001").map((command) => {
    const found = commandNamed(command().args);
    return (found?.inner ?? found?.entry)?.name;
  });
  // What `older` names do is done by others.
  const others = commandTable.filter(({ today }) => today !== undefined).map(({ name }) => name);
  expect(new Set([...killed, ...others, ...Object.values(notKilled).flat()])).toEqual(
    new Set(commandTable.map(({ name }) => name)),
  );
});

/** A home in which commands are killed, and what must still be so in it. */
class Ground {
  readonly #program: Program;
  readonly #confirmed: Set<string>;
  readonly #batches: NonNullable<WritingCommand["batch"]>[] = [];
  readonly #store: string;
  /** What was seen to be wrong at a command. */
  readonly #found: string[] = [];

  constructor(program: Program, slugs: readonly string[]) {
    this.#program = program;
    this.#confirmed = new Set(slugs);
    this.#store = join(program.home, ".lessons/lessons.db");
  }

  get slugs(): readonly string[] {
    return [...this.#confirmed];
  }

  async kill(
    { args, input = "", batch }: WritingCommand,
    delayMs: number,
  ): Promise<{ readonly isKilled: boolean; readonly tookMs: number }> {
    if (batch !== undefined) this.#batches.push(batch);
    const restoring = args[0] === "restore-backup" ? this.#restoring() : undefined;
    const begun = performance.now();
    const child = this.#program.start(args, { cwd: join(this.#program.home, "api") });
    let out = "";
    child.stdout.on("data", (part) => (out += String(part)));
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const closed = once(child, "close");
    const isEnded = await Promise.race([closed.then(() => true), wait(delayMs, false)]);
    if (!isEnded) child.kill("SIGKILL");
    const [status, signal] = (await closed) as [number | null, string | null];
    if (restoring !== undefined) this.#settleRestored(restoring, { isEnded: status === 0 });
    // A name that had the word is another one then.
    if (args[0] === "forget")
      for (const slug of this.slugs) if (slug.includes(args[1] ?? "")) this.#confirmed.delete(slug);
    if (status === 0) this.#confirm(args, out);
    return { isKilled: signal === "SIGKILL", tookMs: performance.now() - begun };
  }

  /** The lessons of the store, and those of the backup that would take their place. */
  #restoring(): Restoring {
    const backups = join(this.#program.home, ".lessons/backups");
    const newest = readdirSync(backups)
      .filter((name) => /^lessons-\w+\.db$/.test(name))
      .toSorted()
      .at(-1);
    return {
      before: lessonsIn(this.#store),
      backup: newest === undefined ? undefined : lessonsIn(join(backups, newest)),
    };
  }

  /** All of the backup or nothing of it. Whoever went back to it has asked for what was then. */
  #settleRestored({ before, backup }: Restoring, { isEnded }: { readonly isEnded: boolean }): void {
    const now = lessonsIn(this.#store);
    const isRestored = isDeepStrictEqual(now, backup);
    if (!isRestored && (isEnded || !isDeepStrictEqual(now, before)))
      this.#found.push("the store is neither what it was nor what the backup is");
    if (!isRestored) return;
    for (const slug of this.slugs) if (!now.has(slug)) this.#confirmed.delete(slug);
  }

  /** What a command that came to its end has promised. */
  #confirm(args: readonly string[], out: string): void {
    if (args[0] !== "add") return;
    for (const { slug } of JSON.parse(out).lessons) this.#confirmed.add(slug);
  }

  problems(): readonly string[] {
    return [...this.#found, ...this.#storeProblems(), ...this.#fileProblems()];
  }

  #storeProblems(): readonly string[] {
    const database = new DatabaseSync(this.#store);
    const all = (sql: string) => database.prepare(sql).all();
    try {
      const sound = all("PRAGMA integrity_check").map((row) => String(row["integrity_check"]));
      const slugs = new Set(all("SELECT slug FROM lessons").map(({ slug }) => String(slug)));
      const tags = new Map(
        all(taggedByCommands).map(({ tag, lessons }) => [String(tag), Number(lessons)]),
      );
      return [
        ...sound.filter((word) => word !== "ok"),
        ...all("PRAGMA foreign_key_check").map(
          ({ table }) => `a row of ${String(table)} belongs to nothing`,
        ),
        ...all(unlikeTheirHistory).map(
          ({ slug }) => `${String(slug)} is not what its history says`,
        ),
        ...all(outOfSearch).map(({ slug }) => `${String(slug)} is not in the search index`),
        ...this.slugs.filter((slug) => !slugs.has(slug)).map((slug) => `${slug} is lost`),
        ...this.#batches.flatMap(({ tag, size }) => {
          const found = tags.get(`topic:${tag}`) ?? 0;
          return found === 0 || found === size ? [] : [`${found} of ${size} of ${tag} are there`];
        }),
      ];
    } finally {
      database.close();
    }
  }

  /** Files are the old ones or the new ones, and never half. */
  #fileProblems(): readonly string[] {
    const { home } = this.#program;
    const ours = join(home, ".lessons");
    const settings = readFileSync(join(home, ".claude/settings.json"), "utf8");
    const isSettled =
      settings === agentSettings || (settings.includes("lessons-hook") && settings.endsWith("}\n"));
    const jsonFiles = [
      join(ours, "config.json"),
      join(ours, "hook/installed.json"),
      ...(existsSync(join(ours, "cache/current")) ? [join(ours, "cache/current/index.json")] : []),
    ];
    return [
      ...(isSettled ? [] : [`the agent's settings are ${settings}`]),
      ...jsonFiles.flatMap((file) => (isJson(file) ? [] : [`${file} is not JSON`])),
      ...readdirSync(home)
        .filter((name) => /^export-\d\.jsonl$/.test(name))
        .filter((name) => !readFileSync(join(home, name), "utf8").split("\n").every(isJsonText))
        .map((name) => `${name} is half`),
    ];
  }
}

interface Restoring {
  readonly before: Lessons;
  readonly backup: Lessons | undefined;
}

/** By slug, with all that is said of each. */
type Lessons = ReadonlyMap<string, string>;

function lessonsIn(file: string): Lessons {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare("SELECT * FROM lessons").all();
    return new Map(rows.map((row) => [String(row["slug"]), JSON.stringify(row)]));
  } finally {
    database.close();
  }
}

/**
 * What a project's file brought is no part of a batch, whatever its tags: a lesson that was shared comes back from there, as a
 * candidate, after its batch went with `restore-backup`.
 */
const taggedByCommands = `SELECT tag, count(*) AS lessons FROM lesson_tags WHERE lesson NOT IN
  (SELECT lesson FROM transitions WHERE from_status = 'none' AND because LIKE '% in the project: %') GROUP BY tag`;
const unlikeTheirHistory = `SELECT slug FROM lessons WHERE status IS NOT
  (SELECT to_status FROM transitions WHERE lesson = lessons.number ORDER BY number DESC LIMIT 1)`;
const outOfSearch = `SELECT slug FROM lessons WHERE number NOT IN (SELECT rowid FROM lessons_fts)`;

function isJson(file: string): boolean {
  return !existsSync(file) || isJsonText(readFileSync(file, "utf8"));
}

function isJsonText(text: string): boolean {
  try {
    if (text !== "") JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
