import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LessonDraft } from "../src/lesson/record/lesson.ts";
import { unpackedCorpus } from "./corpus.ts";
import { interleave, median, percentile, type Contestant, type Timings } from "./measure.ts";
import { aboutContent, aboutFile, another, contentOf, fileOf } from "./scaled-lessons.ts";
import { shareOfCalls } from "./share-of-calls.ts";
import { typicalLessons } from "./typical-lessons.ts";

/**
 * The hook beside bare Node and `/bin/true`, in one interleaved run: calls that concern no lesson, calls that
 * get one, with a hundred and with ten thousand lessons about commands, files or content, and the start of a session. Then, with real logs, how
 * many calls start Node at all. Peers run beside us when `BENCH_PEER_HOOKS` names them: `name=command` lines, each a
 * command that takes the payload on its standard input.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 100);
const root = join(import.meta.dirname, "..");
const program = join(root, "dist/lessons.js");
const launcher = join(root, "plugin/hooks/lessons-hook");
const node = process.execPath;
const folder = mkdtempSync(join(tmpdir(), "lessons-bench-"));
/** Cloned from somewhere, as most are. */
const project = join(folder, "project");
mkdirSync(join(project, ".git"), { recursive: true });
writeFileSync(
  join(project, ".git/config"),
  '[remote "origin"]\n\turl = https://example.org/us/project.git\n',
);
let sessions = 0;
/** The lesson that a call gets, of however many. */
const scaled = 42;

/** Known by its message: every answer of the agent must be looked at for it. */
const slip: LessonDraft = {
  kind: "pitfall",
  summary: "the text to replace is not in the file",
  about: "text-not-found",
  body: { mistake: "an edit with text that is not there", remediation: "read the file first" },
  triggers: { injectOn: ["PostToolUseFailure"], toolNames: ["Edit"] },
  priority: 7,
};

try {
  const hundred = homeWith("hundred", 100);
  const many = homeWith("many", 10_000);
  const timings = interleave(rounds, {
    "/bin/true": { command: () => ["/bin/true"] },
    "node -e 0": { command: () => [node, "-e", "0"] },
    "tool that no lesson names": hook(hundred, "read", payload("Read", { file_path: "/x/a.ts" })),
    "no lesson concerned, 100 lessons": hook(hundred, "bash", bash("ls -la src")),
    "no lesson concerned, 10,000 lessons": hook(many, "bash", bash("ls -la src")),
    "100 kB payload": hook(hundred, "edit", write(100_000)),
    "1 MB payload": hook(hundred, "edit", write(1_000_000)),
    "delivered, 100 lessons": hook(hundred, "bash", bash("git stash")),
    "delivered, 10,000 lessons": hook(many, "bash", bash("git stash")),
    ...ofKind("about files", aboutFile, payload("Edit", fileOf(scaled))),
    ...ofKind("about content", aboutContent, payload("Write", contentOf(scaled))),
    "result, no lesson concerned": result(hundred, "PostToolUse", finished("ls -la src", "a.ts")),
    "result, 30 kB": result(hundred, "PostToolUse", finished("ls -la src", listing(30_000))),
    "answer, nothing refused": result(hundred, "PostToolBatch", batch("ls -la src", "a.ts")),
    "with the error": result(hundred, "PostToolUseFailure", failed()),
    "session start": sessionStart(hundred),
    ...peers(),
  });
  process.stdout.write(table(timings));
  process.stdout.write(together(timings));
  const corpus = unpackedCorpus(folder);
  process.stdout.write(
    corpus === undefined
      ? "Share of real calls that start Node: set LESSONS_CORPUS to measure it.\n"
      : shareOfCalls(corpus, homeWith("typical", typicalLessons.length)),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The typical lessons, and as many like them about programs that nobody runs as it takes. */
function homeWith(name: string, count: number): string {
  const drafts: LessonDraft[] = [slip, ...typicalLessons];
  while (drafts.length < count) drafts.push(another(drafts.length));
  return homeOf(name, drafts.slice(0, count));
}

function homeOf(name: string, drafts: readonly LessonDraft[]): string {
  const home = join(folder, name);
  mkdirSync(join(home, "hook"), { recursive: true });
  symlinkSync(node, join(home, "hook", "node"));
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(drafts));
  run(home, "add", "--file", file);
  run(home, "config", "set", "autoScanIntervalHours", "0");
  return home;
}

/** Calls that get one of a hundred, a thousand and ten thousand such lessons, and one that gets none. */
function ofKind(
  name: string,
  draftOf: (number: number) => LessonDraft,
  text: (session: string) => string,
): Readonly<Record<string, Contestant>> {
  const contestants: Record<string, Contestant> = {};
  for (const count of [100, 1000, 10_000]) {
    const home = homeOf(
      `${name}-${count}`,
      Array.from({ length: count }, (_, number) => draftOf(number)),
    );
    const delivered = hook(home, "edit", text);
    requireAnswer(delivered);
    const many = count.toLocaleString("en");
    contestants[`delivered, ${many} ${name}`] = delivered;
    if (count === 10_000) {
      contestants[`no lesson concerned, ${many} ${name}`] = hook(home, "edit", write(1000));
    }
  }
  return contestants;
}

/** A call that gets nothing is fast, and nothing is what it would be measured for. */
function requireAnswer({ command, environment, input }: Contestant): void {
  const [started = "", ...args] = command();
  const env = { PATH: process.env["PATH"], ...environment };
  const { stdout } = spawnSync(started, args, { env, input: input?.(), encoding: "utf8" });
  if (!stdout.includes("--safe")) throw new Error(`nothing was delivered: ${args.join(" ")}`);
}

function run(home: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(node, [program, ...args], {
    env: { PATH: process.env["PATH"], HOME: folder, LESSONS_HOME: home },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** Each run is another session, so that every lesson may come. */
function hook(home: string, bucket: string, text: (session: string) => string): Contestant {
  let session = "";
  return {
    command: () => {
      session = `bench-${(sessions += 1)}`;
      return ["/bin/sh", launcher, "PreToolUse", bucket];
    },
    environment: { HOME: folder, LESSONS_HOME: home },
    input: () => text(session),
  };
}

/** What the hooks of one call that concerns nothing take together: before it, after it, and after the whole answer. */
function together(timings: Timings): string {
  const parts = [
    "no lesson concerned, 100 lessons",
    "result, no lesson concerned",
    "answer, nothing refused",
  ];
  const [bare, start] = ["node -e 0", "/bin/true"].map((name) => median(timings.get(name) ?? []));
  const sum = parts.reduce((all, name) => all + median(timings.get(name) ?? []), 0);
  const ratio = (ms: number) => (ms / (bare ?? Number.NaN)).toFixed(2);
  const apart = ratio(sum - parts.length * (start ?? Number.NaN));
  return `All hooks of a call that concerns nothing: ${ratio(sum)} ×, without what /bin/true takes ${apart} ×\n\n`;
}

function result(home: string, event: string, text: (session: string) => string): Contestant {
  let session = "";
  return {
    command: () => {
      session = `bench-${(sessions += 1)}`;
      return ["/bin/sh", launcher, event, ...(event === "PostToolBatch" ? [] : ["bash"])];
    },
    environment: { HOME: folder, LESSONS_HOME: home },
    input: () => text(session),
  };
}

function about(event: string, more: object): (session: string) => string {
  const common = { transcript_path: join(folder, "none.jsonl"), cwd: "/srv/shop" };
  return (session) =>
    JSON.stringify({ session_id: session, ...common, hook_event_name: event, ...more });
}

function finished(command: string, stdout: string): (session: string) => string {
  return about("PostToolUse", {
    tool_name: "Bash",
    tool_input: { command, description: "Does what the command says" },
    tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
    tool_use_id: "toolu_bench",
  });
}

function batch(command: string, stdout: string): (session: string) => string {
  const call = { tool_name: "Bash", tool_input: { command }, tool_response: stdout };
  return about("PostToolBatch", { tool_calls: [call] });
}

/** Of the lessons that come with the error, the last that is made up. */
function failed(): (session: string) => string {
  const [, pattern = ""] = /^\^(.*)\\b/u.exec(commandOf(another(99))) ?? [];
  return about("PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: pattern.replace(String.raw`\s+`, " ") },
    error: "Exit code 1\nno answer",
    tool_use_id: "toolu_bench",
  });
}

function commandOf({ triggers }: LessonDraft): string {
  return triggers?.commandPatterns?.[0] ?? "";
}

function listing(bytes: number): string {
  return "-rw-r--r-- 1 me me 1234 total.ts\n".repeat(Math.ceil(bytes / 34));
}

function sessionStart(home: string): Contestant {
  return {
    command: () => ["/bin/sh", launcher, "SessionStart"],
    environment: { HOME: folder, LESSONS_HOME: home },
    input: () =>
      JSON.stringify({
        session_id: `bench-${(sessions += 1)}`,
        cwd: project,
        hook_event_name: "SessionStart",
        source: "startup",
      }),
  };
}

function payload(tool: string, input: object): (session: string) => string {
  return (session) =>
    JSON.stringify({
      session_id: session,
      transcript_path: join(folder, "none.jsonl"),
      cwd: "/srv/shop",
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: input,
      tool_use_id: "toolu_bench",
    });
}

function bash(command: string): (session: string) => string {
  return payload("Bash", { command, description: "Does what the command says" });
}

function write(bytes: number): (session: string) => string {
  const line = "const total = items.reduce((sum, item) => sum + item.price, 0);\n";
  const content = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
  return payload("Write", { file_path: "/srv/shop/src/total.ts", content });
}

function peers(): Readonly<Record<string, Contestant>> {
  const lines = (process.env["BENCH_PEER_HOOKS"] ?? "")
    .split("\n")
    .filter((line) => line.includes("="));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      const command = line.slice(at + 1).split(" ");
      if (!existsSync(command[0] ?? "")) throw new Error(`there is no ${command[0]}`);
      return [
        line.slice(0, at),
        {
          command: () => command,
          environment: { HOME: folder },
          input: () => bash("git stash")("peer"),
        },
      ] as const;
    }),
  );
}

function table(timings: Timings): string {
  const bare = timings.get("node -e 0") ?? [];
  const row = (name: string, values: readonly number[]) => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(1));
    const ratio = (median(values) / median(bare)).toFixed(2);
    const more = (median(values) - median(bare)).toFixed(1);
    return `| ${name} | ${p50} | ${p95} | ${p99} | ${ratio} × | ${more} |\n`;
  };
  return `Hook, ${rounds} interleaved rounds, Node ${process.versions.node}, ms\n\n| | p50 | p95 | p99 | to \`node -e 0\` | difference |\n|---|---|---|---|---|---|\n${[
    ...timings,
  ]
    .map(([name, values]) => row(name, values))
    .join("")}\n`;
}
