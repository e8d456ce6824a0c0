import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  newTextIn,
  requestsOf,
  systemMessagesIn,
  textIn,
  timesIn,
  toolResultsIn,
} from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { writePlugin } from "./kit/plugin.ts";
import { context, denial, writeProbe } from "./kit/probe.ts";
import { runClaude } from "./kit/run-claude.ts";
import { bash, calls, subagent } from "./kit/script.ts";
import { hookRuns } from "./kit/stream-event.ts";

test("the context of a tool call reaches the next request, after the tool's result", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, {
    PreToolUse: [{ matcher: "Bash", answer: context("PreToolUse", "mind the gap") }],
  });
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    allowedTools: ["Bash"],
    script: { main: [calls(bash("echo hello")), "done"] },
  });
  const [first, second] = requestsOf(run, "main");
  expect(textIn(first)).not.toContain("mind the gap");
  expect(toolResultsIn(second)).toEqual([{ text: "hello", isError: false }]);
  expect(systemMessagesIn(second)).toEqual([
    "PreToolUse:Bash hook additional context: mind the gap",
  ]);
  expect([run.status, run.results, run.err]).toEqual([0, ["done"], ""]);
});

test("a refused call does not run, and its reason is the tool's result", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, {
    PreToolUse: [{ matcher: "Bash", answer: denial("not like this") }],
  });
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    allowedTools: ["Bash"],
    script: { main: [calls(bash("touch was-here")), "done"] },
  });
  expect(toolResultsIn(requestsOf(run, "main")[1])).toEqual([
    { text: "PreToolUse:Bash hook error: not like this", isError: true },
  ]);
  expect(readdirSync(sandbox.project)).not.toContain("was-here");
});

test("what is said at the start reaches the first request, and the subagent's its own", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, {
    SessionStart: [{ answer: context("SessionStart", "welcome") }],
    SubagentStart: [{ answer: context("SubagentStart", "welcome below") }],
  });
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    script: { main: [calls(subagent("look around")), "done"], subagent: ["seen"] },
  });
  const [below] = requestsOf(run, "subagent");
  expect(newTextIn(requestsOf(run, "main")[0])).toContain("context: welcome");
  expect(newTextIn(below)).toContain("context: welcome below");
  expect(timesIn(below, "context: welcome")).toBe(1);
  expect(toolResultsIn(requestsOf(run, "main")[1])[0]?.text).toContain("seen");
  expect(run.requests.every(({ isScripted }) => isScripted)).toBe(true);
});

test("a hook that reads nothing of a payload of a megabyte is heard all the same", async () => {
  const sandbox = freshSandbox();
  const answer = JSON.stringify(context("PreToolUse", "said without reading"));
  const hook = { type: "command", command: "printf", args: ["%s", answer] };
  const plugin = writePlugin(join(sandbox.root, "early"), {
    name: "early",
    hooks: { PreToolUse: [{ matcher: "Write", hooks: [hook] }] },
  });
  const file = join(sandbox.project, "big.txt");
  const write = { name: "Write", input: { file_path: file, content: "a".repeat(1_000_000) } };
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [plugin],
    allowedTools: ["Write"],
    script: { main: [calls(write), "done"] },
  });
  expect(statSync(file).size).toBe(1_000_000);
  expect(newTextIn(requestsOf(run, "main")[1])).toContain("said without reading");
  expect(hookRuns(run)).toEqual([{ hook: "PreToolUse:Write", outcome: "success", err: "" }]);
});
