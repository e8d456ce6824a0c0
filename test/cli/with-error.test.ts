import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

const jq = {
  kind: "pitfall",
  slug: "no-jq-x7k2",
  summary: "`jq` is not installed here",
  body: { mistake: "The shell finds no program `jq`.", remediation: "Use `node -p`." },
  triggers: {
    injectOn: ["PostToolUseFailure"],
    toolNames: ["Bash"],
    commandPatterns: ["^jq(?!\\S)"],
  },
};
const call = { tool_name: "Bash", tool_input: { command: "jq . a.json" } };
const failure = {
  ...call,
  hook_event_name: "PostToolUseFailure",
  error: "Exit code 127\nbash: line 1: jq: command not found",
};

function homeWith(...drafts: readonly object[]): Program {
  const program = new Program();
  program.ok(["add", "--json"], { input: JSON.stringify(drafts) });
  return program;
}

function prefilters(program: Program): readonly string[] {
  const folder = join(program.home, ".lessons/cache/current/prefilter");
  return ["bash", "result-bash", "hidden", "refused"].filter((name) =>
    existsSync(join(folder, name)),
  );
}

test("explain says when it comes, and what the agent reads", () => {
  const program = homeWith(jq);
  expect(oneLine(program.ok(["explain", "no-jq"]))).toContain(
    "with the error, after Bash runs `jq`",
  );
  const out = oneLine(program.ok(["explain", "no-jq", "--command", "jq . a.json"]));
  expect(out).toContain("It fires when this call fails: the agent gets one line with the error.");
  expect(out).toContain("Lesson from your history: `jq` is not installed here. Use `node -p`.");
  expect(oneLine(program.ok(["explain", "no-jq", "--command", "ls"]))).toContain(
    "It does not fire at this call",
  );
});

test("match answers results as the hook would", () => {
  const program = homeWith(jq);
  const ended = { ...call, hook_event_name: "PostToolUse", tool_response: { stdout: "3" } };
  const input = [call, failure, ended].map((payload) => JSON.stringify(payload)).join("\n");
  const lines = program
    .run(["match", "-"], { input })
    .out.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event: "PreToolUse", delivered: [] },
    { event: "PostToolUseFailure", delivered: [{ slug: "no-jq-x7k2", form: "short" }] },
    { event: "PostToolUse", delivered: [], reason: "no-lesson-concerns-it" },
  ]);
});

test("with the setting off, no result is looked at and explain says so", () => {
  const program = homeWith(jq);
  expect(prefilters(program)).toEqual(["result-bash", "hidden"]);
  program.ok(["config", "set", "withError", "false"]);
  expect(prefilters(program)).toEqual([]);
  expect(oneLine(program.ok(["explain", "no-jq"]))).toContain("lessons config set withError true");
});

test("a fix that was neither seen twice nor written by a person keeps it back until one is", () => {
  const program = homeWith({ ...jq, source: "heuristic" });
  expect(prefilters(program)).toEqual([]);
  expect(oneLine(program.ok(["explain", "no-jq"]))).toContain(
    "its fix has not worked twice yet, so it is not shown with the error",
  );
  program.ok(["edit", "no-jq", "remediation", "Use `node -p` instead."]);
  expect(prefilters(program)).toEqual(["result-bash", "hidden"]);
  expect(oneLine(program.ok(["explain", "no-jq"]))).not.toContain("was not seen to work twice");
});

test("a lesson that holds is looked for before the call, too", () => {
  const program = homeWith({ ...jq, delivery: "hold" });
  expect(prefilters(program)).toEqual(["bash", "result-bash", "hidden"]);
});

test("a fact without a trigger is looked for by its message", () => {
  const triggers = { injectOn: ["PostToolUseFailure"], toolNames: ["Edit"] };
  expect(prefilters(homeWith({ ...jq, about: "text-not-found", triggers }))).toEqual(["refused"]);
});
