import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LessonDraft } from "../src/lesson/record/lesson.ts";
import { createToken } from "../src/platform/person/script-tokens.ts";
import { tokenVariable } from "../src/platform/person/who.ts";
import { unpackedCorpus } from "./corpus.ts";
import { interleaveFromShell, type Started } from "./from-shell.ts";
import {
  answered,
  bash,
  before,
  failed,
  finished,
  listing,
  type Payload,
  started,
  transcriptWith,
  write,
} from "./hook-payloads.ts";
import type { Timings } from "./measure.ts";
import {
  aboutCommand,
  aboutConditions,
  aboutContent,
  aboutFile,
  aboutMissing,
  aboutTalk,
  another,
  commandOf,
  contentOf,
  fileOf,
  talkOf,
} from "./scaled-lessons.ts";
import { type CallShare, shareOfCalls } from "./share-of-calls.ts";
import { typicalLessons } from "./typical-lessons.ts";

/** What a run of `bench/hook.ts` found: milliseconds, and with real logs how many of their calls start Node. */
export interface HookTimings {
  readonly timings: Timings;
  readonly share: CallShare | undefined;
}

/**
 * The hook beside bare Node and the least that any hook takes, in one interleaved run: calls that concern no lesson, calls that
 * get one, with a hundred and with ten thousand lessons of every kind, what comes after a call, and the start of a session. Then, with
 * real logs, how many calls start Node at all. Peers run beside us when `BENCH_PEER_HOOKS` names them: `name=command` lines, each a
 * command that takes the payload on its standard input.
 */
export function timeHook(rounds: number): HookTimings {
  mkdirSync(folder, { mode: 0o700 });
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(
    join(project, ".git/config"),
    '[remote "origin"]\n\turl = https://example.org/us/project.git\n',
  );
  writeFileSync(transcript, transcriptWith(`Look at ${talkOf(scaled)}, please.`));
  writeFileSync(otherTalk, transcriptWith("Look around, please."));
  try {
    const hundred = homeOf("hundred", likeTypical(100));
    const many = homeOf("many", likeTypical(10_000));
    const missing = Array.from({ length: 8 }, (_, at) => aboutMissing(at));
    const firstInProject = homeOf("first in project", missing);
    const card = homeOf("card", missing);
    // A scan or any other change of the store takes over where sessions have begun.
    startOnce(hook(card, "SessionStart", started(project)));
    run(card, "compile");
    const filter = join(hundred, "cache/current/prefilter/bash");
    const timings = interleaveFromShell(rounds, {
      [bareNode]: { command: [node, "-e", "0"] },
      "floor: /bin/true": { command: ["/bin/true"] },
      "floor: sh -c :": { command: ["/bin/sh", "-c", ":"] },
      "floor: sh and grep for a word": {
        command: ["/bin/sh", "-c", "grep -q -F zzzz; exit 0"],
        input: bash("ls -la src"),
      },
      "floor: sh and grep with the filter": {
        command: ["/bin/sh", "-c", 'LC_ALL=C grep -z -q -E -f "$0"; exit 0', filter],
        input: bash("ls -la src"),
      },
      "tool that no lesson names": hook(
        hundred,
        "PreToolUse read",
        before("Read", { file_path: "/x" }),
      ),
      [concernsNothing]: hook(hundred, "PreToolUse bash", bash("ls -la src")),
      "no lesson concerned, 10,000 typical": hook(many, "PreToolUse bash", bash("ls -la src")),
      "a line like a lesson's, with the fix": hook(
        hundred,
        "PreToolUse bash",
        bash("git commit -m 'one more'"),
      ),
      "100 kB written": hook(hundred, "PreToolUse edit", write(100_000)),
      "1 MB written": hook(hundred, "PreToolUse edit", write(1_000_000)),
      [together[1] ?? ""]: hook(hundred, "PostToolUse bash", finished("ls -la src", "a.ts")),
      "the same with 30 kB of output": hook(
        hundred,
        "PostToolUse bash",
        finished("ls -la src", listing(30_000)),
      ),
      [together[2] ?? ""]: hook(hundred, "PostToolBatch", answered("ls -la src", "a.ts")),
      "delivered, 100 typical": hook(hundred, "PreToolUse bash", bash("git stash")),
      "delivered, 10,000 typical": hook(many, "PreToolUse bash", bash("git stash")),
      ...ofKind("commands", aboutCommand, bash(commandOf(scaled)), bash("ls -la src")),
      ...ofKind("files", aboutFile, before("Edit", fileOf(scaled)), write(1000)),
      ...ofKind("content", aboutContent, before("Write", contentOf(scaled)), write(1000)),
      ...ofKind(
        "commands with conditions",
        aboutConditions,
        bash(commandOf(scaled), transcript),
        bash("ls -la src"),
      ),
      ...ofKind("what is said", aboutTalk, bash("ls", transcript), bash("ls", otherTalk)),
      "with the error": hook(hundred, "PostToolUseFailure bash", failed(errorOf(another(99)))),
      "session start with a card": hook(card, "SessionStart", started(project)),
      "the same in a project that is new": hook(firstInProject, "SessionStart", started(project)),
      ...peers(),
    });
    const sum = together
      .map((name) => timings.get(name) ?? [])
      .reduce((all, values) => values.map((value, at) => value + (all[at] ?? 0)), []);
    const corpus = unpackedCorpus(folder);
    return {
      timings: new Map([...timings, [allHooks, sum]]),
      share:
        corpus === undefined
          ? undefined
          : shareOfCalls(corpus, homeOf("typical", [slip, ...typicalLessons])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const root = join(import.meta.dirname, "..");
const program = join(root, "dist/lessons.js");
const launcher = join(root, "plugin/hooks/lessons-hook");
const node = process.execPath;
const folder = join(tmpdir(), `lessons-bench-${process.pid}`);
/** Cloned from somewhere, as most are. */
const project = join(folder, "project");
/** The lesson that a call gets, of however many. */
const scaled = 42;
const transcript = join(folder, "talk.jsonl");
const otherTalk = join(folder, "other-talk.jsonl");

/** Known by its message: every answer of the agent must be looked at for it. */
const slip: LessonDraft = {
  kind: "pitfall",
  summary: "the text to replace is not in the file",
  about: "text-not-found",
  body: { mistake: "an edit with text that is not there", remediation: "read the file first" },
  triggers: { injectOn: ["PostToolUseFailure"], toolNames: ["Edit"] },
  priority: 7,
};

const concernsNothing = "no lesson concerned, 100 typical";
const together = [concernsNothing, "result of such a call", "answer with such a call"];
/** The three together. */
export const allHooks = "all hooks of a call that concerns nothing";
export const bareNode = "node -e 0";

/** The typical lessons, and as many like them about programs that nobody runs as it takes. */
function likeTypical(count: number): readonly LessonDraft[] {
  const drafts: LessonDraft[] = [slip, ...typicalLessons];
  while (drafts.length < count) drafts.push(another(drafts.length));
  return drafts.slice(0, count);
}

function homeOf(name: string, drafts: readonly LessonDraft[]): string {
  const home = join(folder, name.replaceAll(" ", "-"));
  mkdirSync(join(home, "hook"), { recursive: true });
  symlinkSync(node, join(home, "hook", "node"));
  // What nobody approves is not delivered.
  tokens.set(home, createToken(home, "bench", "2026-01-01T12:00:00.000Z"));
  const file = `${home}.json`;
  writeFileSync(file, JSON.stringify(drafts));
  run(home, "add", "--file", file);
  run(home, "config", "set", "autoScanIntervalHours", "0");
  return home;
}

/** By home: whoever measures is a person. */
const tokens = new Map<string, string>();

/** Calls that get one of a hundred and of ten thousand such lessons, and calls that get none. */
function ofKind(
  name: string,
  draftOf: (number: number) => LessonDraft,
  gets: Payload,
  getsNone: Payload,
): Readonly<Record<string, Started>> {
  const bucket = gets().includes('"Bash"') ? "bash" : "edit";
  const contestants: Record<string, Started> = {};
  for (const count of [100, 10_000]) {
    const drafts = Array.from({ length: count }, (_, number) => draftOf(number));
    const home = homeOf(`${name} ${count}`, drafts);
    const many = count.toLocaleString("en");
    const delivered = hook(home, `PreToolUse ${bucket}`, gets);
    requireAnswer(delivered);
    contestants[`delivered, ${many} about ${name}`] = delivered;
    contestants[`no lesson concerned, ${many} about ${name}`] = hook(
      home,
      `PreToolUse ${bucket}`,
      getsNone,
    );
  }
  return contestants;
}

/** A call that gets nothing is fast, and nothing is what it would be measured for. */
function requireAnswer(contestant: Started): void {
  if (!startOnce(contestant).includes("--safe"))
    throw new Error(`nothing was delivered: ${contestant.environment?.["LESSONS_HOME"]}`);
}

function startOnce({ command, environment, input }: Started): string {
  const [file = "", ...args] = command;
  const env = { PATH: process.env["PATH"], ...environment };
  return spawnSync(file, args, { env, input: input?.(), encoding: "utf8" }).stdout;
}

function run(home: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(node, [program, ...args], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      LESSONS_HOME: home,
      [tokenVariable]: tokens.get(home),
    },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    // A remark about each of ten thousand lessons.
    maxBuffer: 2 ** 26,
  });
  if (status !== 0)
    throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(-1000)}`);
}

function hook(home: string, args: string, input: Payload): Started {
  return {
    command: [launcher, ...args.split(" ")],
    environment: { HOME: folder, LESSONS_HOME: home },
    input,
  };
}

/** A command at whose error this lesson comes. */
function errorOf({ triggers }: LessonDraft): string {
  const [, pattern = ""] = /^\^(.*)\\b/u.exec(triggers?.commandPatterns?.[0] ?? "") ?? [];
  return pattern.replace(String.raw`\s+`, " ");
}

function peers(): Readonly<Record<string, Started>> {
  const lines = (process.env["BENCH_PEER_HOOKS"] ?? "")
    .split("\n")
    .filter((line) => line.includes("="));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      const command = line.slice(at + 1).split(" ");
      if (!existsSync(command[0] ?? "")) throw new Error(`there is no ${command[0]}`);
      const input = bash("git stash");
      return [line.slice(0, at), { command, environment: { HOME: folder }, input }] as const;
    }),
  );
}
