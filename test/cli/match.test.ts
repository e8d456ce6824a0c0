import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

const stash = { tool_name: "Bash", tool_input: { command: "cd app && git stash" } };
const look = { tool_name: "Bash", tool_input: { command: "ls" } };

test("each payload is answered with what it would be told, and why", () => {
  const program = new Program();
  const slug = addStash(program);
  const { status, lines } = match(program, [stash, look, { hook_event_name: "Stop" }]);
  expect(status).toBe(0);
  expect(lines).toEqual([
    {
      type: "lessons-match",
      version: 1,
      line: 1,
      event: "PreToolUse",
      tool: "Bash",
      delivered: [
        {
          slug,
          id: expect.any(String),
          score: 1.35,
          mode: "advise",
          form: "full",
          matched: [
            { condition: "injectionPoint", found: [{ declared: "PreToolUse", in: "PreToolUse" }] },
            { condition: "scope", found: [{ declared: "global", in: expect.any(String) }] },
            { condition: "tool", found: [{ declared: "Bash", in: "Bash" }] },
            { condition: "command", found: [{ declared: "^git\\s+stash\\b", in: "git stash" }] },
            { condition: "target", found: [] },
            { condition: "specific", found: [] },
          ],
        },
      ],
      dropped: [],
      reason: null,
    },
    nothing(2, "Bash", "no-lesson-concerns-it"),
    { ...nothing(3, null, "not-a-tool-call"), event: "Stop" },
  ]);
});

test("what is no payload is said in its place, the others are answered, and the status is 2", () => {
  const program = new Program();
  addStash(program);
  const input = `{"tool_name":\n[]\n\n${JSON.stringify(stash)}\n`;
  const { status, out } = program.run(["match", "-"], { input });
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(status).toBe(2);
  expect(lines.map(({ line, problem }) => [line, problem !== undefined])).toEqual([
    [1, true],
    [2, true],
    [4, false],
  ]);
});

test("an object over several lines is one payload; nothing shown is status 1", () => {
  const program = new Program();
  writeFileSync(join(program.home, "call.json"), JSON.stringify(look, null, 2));
  const { status, out } = program.run(["match", "call.json"]);
  expect({ status, lines: out.trim().split("\n").length }).toEqual({ status: 1, lines: 1 });
});

test("nothing is claimed and nothing written: the same call gets the same answer again", () => {
  const program = new Program();
  addStash(program);
  const payload = { ...stash, session_id: "s1", cwd: program.home };
  const first = match(program, [payload]);
  const before = digestOf(program.home);
  expect(before.length).toBeGreaterThan(3);
  expect(match(program, [payload])).toEqual(first);
  expect(digestOf(program.home)).toEqual(before);
});

test("a held lesson stands alone, and what fires beside it has no room", () => {
  const program = new Program();
  const held = addStash(program, "--delivery", "hold");
  const other = program.addLesson("git is watched", "--tool", "Bash", "--command", "^git\\b");
  const { lines } = match(program, [stash]);
  expect(lines[0]).toMatchObject({
    delivered: [{ slug: held, mode: "hold", form: "hold" }],
    dropped: [{ slug: other, mode: "advise", form: null }],
  });
});

test("keywords are looked for at the end of the transcript that the payload names", () => {
  const program = new Program();
  const slug = addStash(program, "--priority", "5");
  program.ok(["edit", slug, "toolNames", "--", "-Bash"]);
  program.ok(["edit", slug, "actionKeywords", "+deploy"]);
  const transcript = join(program.home, "s.jsonl");
  const said = (text: string) =>
    writeFileSync(
      transcript,
      `{"torn\n${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`,
    );
  said("please deploy it");
  const payload = { ...stash, transcript_path: transcript };
  expect(match(program, [payload]).lines[0]).toMatchObject({ delivered: [{ score: 0.75 }] });
  said("please build it");
  expect(match(program, [payload]).lines[0]).toMatchObject({ reason: "no-lesson-concerns-it" });
});

test("a lesson of a project is for calls in that project, whichever folder they are made in", () => {
  const program = new Program();
  const repository = join(program.home, "repository");
  program.shell(
    `git init -q ${repository} && cd ${repository} && mkdir sub && git remote add origin https://example.org/a/b.git`,
  );
  addStash(program, "--scope", "project:example.org/a/b");
  const at = (cwd: string) => match(program, [{ ...stash, cwd }]).lines[0].delivered.length;
  expect([at(join(repository, "sub")), at(program.home)]).toEqual([1, 0]);
});

test.each([
  [["pause"], {}, "paused"],
  [[], { LESSONS_DISABLED: "1" }, "switched-off"],
])("after %j in %j nothing is delivered, and that is the reason", (args, environment, reason) => {
  const program = new Program();
  addStash(program);
  if (args.length > 0) program.ok(args);
  Object.assign(program.environment, environment);
  expect(match(program, [stash])).toMatchObject({ status: 1, lines: [{ delivered: [], reason }] });
});

test("settings of the call change what would be delivered", () => {
  const program = new Program();
  addStash(program);
  expect(match(program, [stash], "--set", "relevanceThreshold=1").status).toBe(0);
  expect(match(program, [stash], "--set", "minPriority=8").status).toBe(1);
});

test("--prefilter asks the compiled filters whether Node would be started", () => {
  const program = new Program();
  addStash(program);
  const read = { tool_name: "Read", tool_input: { file_path: "a" } };
  const { lines } = match(program, [stash, look, read], "--prefilter");
  expect(lines.map(({ prefilter }: { prefilter: unknown }) => prefilter)).toEqual([
    { bucket: "bash", startsNode: true },
    { bucket: "bash", startsNode: false },
    { bucket: "read", startsNode: false },
  ]);
});

test("what match says is what the hook does", () => {
  const program = new Program();
  addStash(program, "--delivery", "hold");
  for (const name of ["one", "two", "three", "four", "five"]) {
    program.addLesson(`push ${name}`, "--tool", "Bash", "--command", "^git\\s+push\\b");
  }
  program.addLesson("env files", "--path", "**/.env", "--priority", "10");
  program.ok(["compile"]);
  const payloads = [
    stash,
    look,
    { tool_name: "Bash", tool_input: { command: "sudo git push -f | tee log" } },
    { tool_name: "Write", tool_input: { file_path: "/app/.env", content: "A=1" } },
    { tool_name: "Read", tool_input: { file_path: "/app/.env" } },
  ].map((payload, index) => ({
    session_id: `session-${index}`,
    cwd: program.home,
    hook_event_name: "PreToolUse",
    ...payload,
  }));
  const { lines } = match(program, payloads, "--prefilter");
  for (const [index, payload] of payloads.entries()) {
    callHook(program, lines[index].prefilter.bucket, payload);
  }
  const said = lines.flatMap(({ delivered }, index) =>
    delivered.map(({ slug, score, mode, form, matched }: Record<string, object[]>) => ({
      session: `session-${index}`,
      slug,
      score: Math.round(Number(score) * 1000),
      mode,
      form,
      matched: matched?.map((each) => ("condition" in each ? each.condition : "")),
    })),
  );
  expect(said.length).toBeGreaterThan(4);
  expect(deliveriesOf(program)).toEqual(said);
});

function callHook(program: Program, bucket: string, payload: object): void {
  const launcher = join(import.meta.dirname, "../../plugin/hooks/lessons-hook");
  const { status } = spawnSync("sh", [launcher, "PreToolUse", bucket], {
    input: JSON.stringify(payload),
    env: program.environment,
  });
  expect(status).toBe(0);
}

function deliveriesOf(program: Program): readonly object[] {
  const file = join(program.home, ".lessons", "spool", "deliveries.jsonl");
  const notes = readFileSync(file, "utf8").trim().split("\n");
  return notes.map((note) => {
    const { session, slug, score, mode, form, matched } = JSON.parse(note);
    return { session, slug, score, mode, form, matched };
  });
}

function addStash(program: Program, ...flags: readonly string[]): string {
  return program.addLesson("stash", "--tool", "Bash", "--command", "^git\\s+stash\\b", ...flags);
}

function match(program: Program, payloads: readonly object[], ...flags: readonly string[]) {
  const input = payloads.map((payload) => `${JSON.stringify(payload)}\n`).join("");
  const { status, out, err } = program.run(["match", ...flags], { input });
  if (err !== "") throw new Error(err);
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, lines };
}

function nothing(line: number, tool: string | null, reason: string): object {
  const event = "PreToolUse";
  return {
    type: "lessons-match",
    version: 1,
    line,
    event,
    tool,
    delivered: [],
    dropped: [],
    reason,
  };
}

/** Every file below a folder and what is in it; what the store keeps while it is open aside. */
function digestOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !/lessons\.db-\w+$/.test(name) && statSync(join(folder, name)).isFile())
    .map((name) => {
      const content = readFileSync(join(folder, name));
      return `${name} ${createHash("sha256").update(content).digest("hex")}`;
    })
    .toSorted();
}
