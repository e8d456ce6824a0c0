import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, session, silent, stash } from "../kit/hook-ground.ts";
import { globPattern, readyLesson, type ReadyDraft } from "../kit/ready-lesson.ts";

/** Whether the call gets the lesson, in a session of its own each time. */
function told(ground: HookGround, more: Parameters<HookGround["bash"]>[1] = {}): boolean {
  const { payload, ...others } = more;
  const id = `session-${ground.names("sessions").length}-${JSON.stringify(payload ?? {}).length}`;
  const own = { session_id: id, ...payload };
  return adviceIn(ground.bash("git stash", { ...others, payload: own }).out) !== "";
}

function groundWith(conditions: ReadyDraft["conditions"]): HookGround {
  return new HookGround([{ ...stash, conditions }]);
}

test("files and folders around a call are looked at when it comes", () => {
  const ground = groundWith({ fileExists: ["yarn.lock"], pathMissing: ["node_modules"] });
  expect(told(ground)).toBe(false);
  writeFileSync(join(ground.userHome, "yarn.lock"), "");
  expect(told(ground)).toBe(true);
  mkdirSync(join(ground.userHome, "node_modules"));
  expect(told(ground)).toBe(false);
});

test("the folder, the system and the shell", () => {
  const inWeb = groundWith({ cwd: [globPattern("**/web")] });
  expect(told(inWeb)).toBe(false);
  expect(told(inWeb, { payload: { cwd: "/srv/shop/web" } })).toBe(true);
  const here = process.platform === "darwin" ? "macos" : "linux";
  expect(told(groundWith({ os: [here] }))).toBe(true);
  expect(told(groundWith({ os: ["windows"] }))).toBe(false);
  const inZsh = groundWith({ shell: ["zsh"] });
  expect(told(inZsh, { environment: { SHELL: "/bin/zsh" } })).toBe(true);
  expect(told(inZsh, { environment: { SHELL: "/bin/bash" } })).toBe(false);
  expect(told(inZsh)).toBe(false);
});

test("a directory that is to be read, and a file that is too large", () => {
  const ground = new HookGround([
    { toolNames: ["Read"], conditions: { isDirectory: ["$path"] }, text: "a folder" },
    { toolNames: ["Read"], conditions: { fileLargerThan: ["10kB"] }, text: "a large file" },
  ]);
  const read = (path: string) =>
    adviceIn(ground.call({ tool_name: "Read", tool_input: { file_path: path } }).out);
  writeFileSync(join(ground.userHome, "small.txt"), "x");
  writeFileSync(join(ground.userHome, "large.txt"), "x".repeat(20_000));
  expect(read("small.txt")).toBe("");
  expect(read("none.txt")).toBe("");
  expect(read(ground.userHome)).toContain("a folder");
  expect(read("large.txt")).toContain("a large file");
});

test("the model is that of the last answer, else of the start of the session, else nobody's", () => {
  const ground = groundWith({ model: [globPattern("some-*")] });
  expect(told(ground)).toBe(false);
  const transcript = join(ground.userHome, "t.jsonl");
  const payload = { transcript_path: transcript };
  const answer = (model: string) =>
    `${JSON.stringify({ type: "assistant", message: { model } })}\n`;
  writeFileSync(transcript, answer("other-model") + answer("some-model"));
  expect(told(ground, { payload })).toBe(true);
  expect(told(ground, { payload: { ...payload, agent_id: "a1" } })).toBe(false);
  writeFileSync(transcript, answer("some-model") + answer("other-model") + answer("<synthetic>"));
  expect(told(ground, { payload })).toBe(false);
  ground.event("SessionStart", { session_id: "begun", source: "compact", model: "some-model" });
  expect(told(ground, { payload: { session_id: "begun" } })).toBe(true);
});

test("a fact that made a call of the session fail is remembered, and only in that session", () => {
  const fact = "not-installed jq";
  const watch = readyLesson({
    id: `fact ${fact}`,
    slug: "fact",
    priority: 10,
    injectOn: ["PostToolUseFailure"],
    messagePatterns: [{ source: "jq: command not found", flags: "" }],
    notes: fact,
  });
  const ground = new HookGround([{ ...stash, conditions: { failedInSession: [fact] } }], {
    watches: [watch],
  });
  const fail = (error: string) =>
    ground.event(
      "PostToolUseFailure",
      { tool_name: "Bash", tool_input: { command: "jq . x" }, error, tool_use_id: "toolu_2" },
      { args: ["PostToolUseFailure", "bash"], session },
    );
  const here = () => ground.bash("git stash").out !== "";
  expect(here()).toBe(false);
  expect(fail("Exit code 1\njq: parse error")).toEqual(silent);
  expect(here()).toBe(false);
  expect(fail("Exit code 127\nbash: line 1: jq: command not found")).toEqual(silent);
  expect(ground.bash("git stash", { payload: { session_id: "other" } })).toEqual(silent);
  expect(here()).toBe(true);
  expect(ground.log).toEqual([]);
});

test("a lesson that holds from a later time on waits for it", () => {
  const ground = (validFrom: string) => new HookGround([{ ...stash, validFrom }]);
  expect(told(ground("9999-01-01T00:00:00.000Z"))).toBe(false);
  expect(told(ground("2020-01-01T00:00:00.000Z"))).toBe(true);
});
