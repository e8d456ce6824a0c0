import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

const golden = join(import.meta.dirname, "../golden/explain");
const stash = [
  "--tool",
  "Bash",
  "--command",
  "^git\\s+stash\\b(?!.*(-u|--include-untracked))",
  "--slug",
  "git-stash-x7k2",
];

test("without a call: when it is delivered in words, what it says, where it comes from", async () => {
  const program = new Program();
  program.addLesson("git stash leaves untracked files behind", ...stash, "--priority", "10");
  await expect(timeless(program.ok(["explain", "git-stash"]))).toMatchFileSnapshot(
    join(golden, "in-general.txt"),
  );
});

test.each([
  ["fires", ["--command", "cd app && sudo git stash; ls"]],
  ["has-the-fix", ["--command", "git stash -u && git pull"]],
  ["other-tool", ["--path", "src/app.ts", "--content", "git stash"]],
])("at a call, condition by condition: %s", async (name, flags) => {
  const program = new Program();
  program.addLesson("git stash leaves untracked files behind", ...stash);
  const out = program.ok(["explain", "git-stash", ...flags]);
  await expect(timeless(out)).toMatchFileSnapshot(join(golden, `${name}.txt`));
});

test("a call without a lesson: those that fire, and those that nearly do", async () => {
  const program = new Program();
  program.addLesson("git stash leaves untracked files behind", ...stash);
  const add = (slug: string, ...flags: string[]) =>
    program.addLesson(slug, "--slug", slug, "--command", "^git\\b", ...flags);
  add("waits-0000", "--status", "candidate");
  add("low-0000", "--priority", "LOW");
  add("elsewhere-0000", "--scope", "project:example.org/a/b");
  program.addLesson("unrelated", "--command", "^npm\\b");
  const out = program.ok(["explain", "--command", "git stash"]);
  await expect(timeless(out)).toMatchFileSnapshot(join(golden, "call.txt"));
  expect(program.run(["explain", "--command", "make"])).toMatchObject({
    status: 1,
    out: "",
    err: "No lesson is about this call.\n",
  });
});

test.each([
  [["--status", "candidate"], "it is a candidate, and agents see only active lessons"],
  [["--confidence", "0.4"], "its confidence 0.4 is below minConfidence (0.5)"],
  [["--priority", "LOW"], "its score at level LOW is at most 0.45"],
])("a lesson added with %j says why it is not delivered", (flags, words) => {
  const program = new Program();
  program.addLesson("x", ...stash, ...flags);
  expect(oneLine(program.ok(["explain", "git-stash"]))).toContain(words);
});

test("archived, paused, switched off, below minPriority, without a trigger: each is said", () => {
  const program = new Program();
  program.addLesson("x", ...stash);
  const said = (...args: string[]) => oneLine(program.ok(["explain", ...args]));
  program.ok(["pause", "--for", "2h"]);
  expect(said("git-stash")).toMatch(/lessons are paused until .* UTC: lessons pause --off/);
  expect(said("git-stash", "--command", "git stash")).toContain("It matches this call, but is not");
  program.ok(["resume"]);
  expect(said("git-stash", "--set", "minPriority=8")).toContain("below minPriority (8)");
  program.environment["LESSONS_DISABLED"] = "1";
  expect(said("git-stash")).toContain("LESSONS_DISABLED switches lessons off here");
  program.ok(["archive", "git-stash", "--reason", "too niche"]);
  expect(said("git-stash")).toContain("it is archived (too niche): lessons restore git-stash-x7k2");
  program.addLesson("empty", "--slug", "empty-0000");
  expect(said("empty")).toContain("delivered never but it has no trigger");
});

test("a session that was told already is not told again", () => {
  const program = new Program();
  program.addLesson("x", ...stash);
  const { lesson } = program.json(["show", "git-stash"]);
  const { id, priority } = lesson as { id: string; priority: number };
  const claims = join(program.home, ".lessons", "sessions", "s1", "claims");
  mkdirSync(claims, { recursive: true });
  writeFileSync(join(claims, `${id}.${priority}`), "");
  const payload = (session: string) =>
    JSON.stringify({
      session_id: session,
      tool_name: "Bash",
      tool_input: { command: "git stash" },
    });
  const explain = (session: string) =>
    program.ok(["explain", "git-stash", "--payload", "-"], { input: payload(session) });
  expect(explain("s1")).toContain("this session already saw it");
  expect(explain("s2")).toContain("the agent gets the whole text");
});

test("keywords: how many of how many, and which were said", () => {
  const program = new Program();
  program.addLesson("x", ...stash);
  program.ok(["edit", "git-stash", "contextKeywords", "+release,main"]);
  const transcript = join(program.home, "s.jsonl");
  writeFileSync(transcript, '{"type":"user","message":{"content":"now release it"}}\n');
  const input = JSON.stringify({
    transcript_path: transcript,
    tool_name: "Bash",
    tool_input: { command: "git stash" },
  });
  const out = oneLine(program.ok(["explain", "git-stash", "--payload", "-"], { input }));
  expect(out).toContain("1 of 2 words in the last 1 message found: release missing: main");
});

test("a lesson that nothing tells apart says what it costs", () => {
  const program = new Program();
  program.addLesson("x", "--slug", "blunt-0000", "--tool", "Bash", "--command", "\\d\\d");
  expect(oneLine(program.ok(["explain", "blunt"]))).toContain(
    "it slows every call of its tools (bash)",
  );
});

test("--json holds the same in figures", () => {
  const program = new Program();
  program.addLesson("x", ...stash);
  const value = program.json(["explain", "git-stash", "--command", "git stash"]);
  expect(value).toMatchObject({
    type: "lessons-explain",
    version: 1,
    lesson: { slug: "git-stash-x7k2", status: "active" },
    when: ["before Bash runs `git stash` without -u or --include-untracked"],
    obstacles: [],
    bluntIn: [],
    mostScore: 1.35,
    call: {
      tool: "Bash",
      lookedAt: { commands: ["git stash"], paths: [] },
      messages: 0,
      workflows: [],
      fires: true,
      fate: { is: "delivered", form: "full", of: 1 },
      relevance: 0.9,
      score: 1.35,
      threshold: 0.7,
    },
  });
  expect(program.json(["explain", "git-stash"])["call"]).toBeNull();
  const report = program.json(["explain", "--command", "git stash"]);
  expect(report).toMatchObject({ type: "lessons-explain-call", near: [], moreNear: 0 });
});

test.each([
  [[], "", "name a lesson, a call, or both"],
  [["nowhere"], "", 'there is no lesson "nowhere"'],
  [["--payload", "-"], "{}\n{}\n", "holds 2 payloads"],
  [["--payload", "-"], '{"hook_event_name":"Stop"}', "is not a tool call payload"],
  [["--payload", "-", "--command", "x"], "{}", "cannot be combined"],
  [["--payload", "none.json"], "", "no such file or folder"],
])("explain %j with %j is refused", (args, input, problem) => {
  const { status, err } = new Program().run(["explain", ...args], { input });
  expect({ status, err: oneLine(err) }).toEqual({
    status: 2,
    err: expect.stringContaining(problem),
  });
});

/** Without the day on which the test runs and the folder that it runs in. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d/g, "2026-01-01")
    .replaceAll(/path-[0-9a-f]{12}/g, "path-0123456789ab");
}
