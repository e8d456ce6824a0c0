import { expect, test } from "vitest";
import { adviceIn, HookGround, session, silent } from "../kit/hook-ground.ts";
import type { ReadyDraft } from "../kit/ready-lesson.ts";

const hint = "Lesson from your history: `jq` is not installed here. Use `node -p` instead.";
const noJq: ReadyDraft = {
  injectOn: ["PostToolUseFailure"],
  toolNames: ["Bash"],
  commandPatterns: ["^jq(?!\\S)"],
  hint,
};
const glob: ReadyDraft = {
  injectOn: ["PostToolUseFailure"],
  toolNames: ["Bash"],
  messagePatterns: [
    {
      source: "^(?:.{0,60}?zsh|\\(eval\\)):(?:\\d{1,9}:)? no matches found: (\\S{1,300})",
      flags: "",
    },
  ],
  hint: "Lesson from your history: zsh aborts the line. Quote the pattern.",
};
const unread: ReadyDraft = {
  injectOn: ["PostToolUseFailure"],
  toolNames: ["Edit"],
  messagePatterns: [{ source: "^(?:Error: )?.{0,300}\\bhas not been read yet", flags: "" }],
  hint: "Lesson from your history: Read a file before you edit it.",
};

/** As the agent reports that a shell call failed. */
function failed(ground: HookGround, command: string, error: string, more: object = {}) {
  return ground.event(
    "PostToolUseFailure",
    {
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "toolu_01",
      error: `Exit code 127\n${error}`,
      is_interrupt: false,
      ...more,
    },
    { args: ["PostToolUseFailure", "bash"] },
  );
}

/** As it reports that a shell call went well. */
function ended(ground: HookGround, command: string, stdout: string) {
  return ground.event(
    "PostToolUse",
    {
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "toolu_01",
      tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
    },
    { args: ["PostToolUse", "bash"] },
  );
}

/** As it reports the calls of one answer, with what they came to. */
function batch(ground: HookGround, ...responses: readonly string[]) {
  return ground.event("PostToolBatch", {
    tool_calls: responses.map((tool_response, at) => ({
      tool_name: "Edit",
      tool_input: { file_path: "/x/a.ts", old_string: "a", new_string: "b" },
      tool_use_id: `toolu_0${at}`,
      tool_response,
    })),
  });
}

const noJqFound = "bash: line 1: jq: command not found";

test("a lesson comes with the error of the call that it is about, as one line, and once", () => {
  const ground = new HookGround([noJq]);
  expect(adviceIn(failed(ground, "jq . a.json", noJqFound).out, "PostToolUseFailure")).toBe(hint);
  expect(failed(ground, "jq . b.json", noJqFound)).toEqual(silent);
  expect(ground.log).toEqual([]);
});

test("what comes with an error is noted like any other delivery", () => {
  const ground = new HookGround([noJq]);
  failed(ground, "cat a.json | jq .", noJqFound);
  expect(ground.records("spool/deliveries.jsonl")).toMatchObject([
    { slug: "lesson-0", session, call: "toolu_01", tool: "Bash", mode: "advise", form: "short" },
  ]);
  expect(ground.names(`sessions/${session}/claims`)).toEqual(["L0.7"]);
});

test("nothing comes before the call, and nothing with a call that another lesson is about", () => {
  const ground = new HookGround([noJq]);
  expect(ground.bash("jq . a.json")).toEqual(silent);
  expect(failed(ground, "ls nowhere", "ls: nowhere: No such file or directory")).toEqual(silent);
  expect(ended(ground, "ls", "a\nb")).toEqual(silent);
  expect(ground.starts).toBe(0);
});

test("a failure that a pipe hides is known by what it printed", () => {
  const ground = new HookGround([noJq]);
  expect(ended(ground, "jq . a.json | tail -1", "3")).toEqual(silent);
  expect(ground.starts).toBe(0);
  const { out } = ended(ground, "jq . a.json | tail -1", noJqFound);
  expect(adviceIn(out, "PostToolUse")).toBe(hint);
});

test("a call that went well gets nothing, whatever its command has in it", () => {
  const ground = new HookGround([noJq]);
  expect(ended(ground, "jq '.error | test(\"not found\")' a.json", "true")).toEqual(silent);
  expect(ended(ground, "jq . a.json", "the page was not found")).toEqual(silent);
});

test("a call that shows the mistake and failed for another reason gets nothing", () => {
  const messagePatterns = [{ source: "\\bcommand not found$", flags: "" as const }];
  const ground = new HookGround([{ ...noJq, messagePatterns }]);
  expect(failed(ground, "jq . a.json", "jq: parse error: Invalid numeric literal")).toEqual(silent);
  const { out } = failed(ground, "jq . a.json", noJqFound);
  expect(adviceIn(out, "PostToolUseFailure")).toBe(hint);
});

test("what a call would print does not keep a lesson from holding it", () => {
  const messagePatterns = [{ source: "\\bcommand not found$", flags: "" as const }];
  const ground = new HookGround([{ ...noJq, messagePatterns, delivery: "hold" }]);
  expect(ground.bash("jq . a.json").out).toContain('"permissionDecision":"deny"');
});

test("what no call shows is known by its message", () => {
  const ground = new HookGround([glob]);
  expect(failed(ground, "ls *.foo", "ls: cannot access")).toEqual(silent);
  expect(ground.starts).toBe(0);
  const { out } = failed(ground, "ls *.foo", "(eval):1: no matches found: *.foo");
  expect(adviceIn(out, "PostToolUseFailure")).toContain("Quote the pattern");
});

test("a message of a class is about a fact where the words of its subject stand there or in the call", () => {
  const noGo: ReadyDraft = {
    ...glob,
    messagePatterns: [{ source: "^.{0,120}?: (\\S{1,80}): command not found\\b", flags: "" }],
    messageWords: ["go"],
    hint: "Lesson from your history: no go",
  };
  const ground = new HookGround([noGo]);
  expect(failed(ground, "mango x", "bash: line 1: mango: command not found")).toEqual(silent);
  expect(failed(ground, "go-x a", "bash: line 1: go-x: command not found")).toEqual(silent);
  expect(failed(ground, "make", "bash: line 1: go: command not found").out).toContain("no go");
});

test("a message in colour is the same message", () => {
  const ground = new HookGround([glob]);
  const { out } = failed(
    ground,
    "ls *.foo",
    "\u001b[31mzsh:1: no \u001b[1mmatches\u001b[0m found: *.foo",
  );
  expect(adviceIn(out, "PostToolUseFailure")).toContain("Quote the pattern");
});

test("an edit that was refused before it ran is heard of in the batch", () => {
  const ground = new HookGround([unread]);
  const fine = "The file /x/a.ts has been updated.";
  expect(batch(ground, fine, fine)).toEqual(silent);
  expect(ground.starts).toBe(0);
  const refusal = "<tool_use_error>File has not been read yet. Read it first.</tool_use_error>";
  const { out } = batch(ground, fine, refusal);
  expect(adviceIn(out, "PostToolBatch")).toContain("Read a file");
  expect(batch(ground, refusal)).toEqual(silent);
});

test("a call that a person interrupted gets nothing", () => {
  const ground = new HookGround([noJq]);
  expect(failed(ground, "jq .", noJqFound, { is_interrupt: true })).toEqual(silent);
});

test("without a lesson that comes with errors no result is looked at", () => {
  const ground = new HookGround([
    { ...noJq, injectOn: ["PreToolUse"] },
    { ...noJq, hint: undefined },
  ]);
  expect(failed(ground, "jq . a.json", noJqFound)).toEqual(silent);
  expect(ended(ground, "jq . a.json | tail -1", noJqFound)).toEqual(silent);
  expect(ground.starts).toBe(0);
});

test("of several lessons the best comes, and the next one with the next failure", () => {
  const other = { ...noJq, priority: 9, hint: "Lesson from your history: other" };
  const ground = new HookGround([noJq, other]);
  expect(failed(ground, "jq .", noJqFound).out).toContain("history: other");
  expect(adviceIn(failed(ground, "jq .", noJqFound).out, "PostToolUseFailure")).toBe(hint);
});

test("a lesson that holds acts before the call, also where its words come with the error", () => {
  const ground = new HookGround([{ ...noJq, delivery: "hold" }]);
  expect(ground.bash("jq . a.json").out).toContain('"deny"');
  expect(failed(ground, "jq . a.json", noJqFound)).toEqual(silent);
});

test.each([
  ["no JSON", "jq not found tool_use_error {"],
  ["a list", '["jq", "not found", "tool_use_error"]'],
  ["another event", '{"hook_event_name":"Stop","x":"jq not found"}'],
  [
    "no output",
    '{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"jq . # not found"}}',
  ],
])("a result that is %s stops nothing and says nothing", (_, input) => {
  const ground = new HookGround([noJq]);
  for (const args of [["PostToolUse", "bash"], ["PostToolUseFailure", "bash"], ["PostToolBatch"]])
    expect(ground.raw(input, { args })).toEqual(silent);
});

test.each(["LESSONS_DISABLED", "DISABLE_EXPERIENCE_INJECTION"])("%s switches it off", (name) => {
  const ground = new HookGround([noJq]);
  const input = JSON.stringify({ hook_event_name: "PostToolUseFailure", error: noJqFound });
  const off = { args: ["PostToolUseFailure", "bash"], environment: { [name]: "1" } };
  expect(ground.raw(input, off)).toEqual(silent);
  expect(ground.starts).toBe(0);
});
