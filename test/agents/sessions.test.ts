import { expect, test } from "vitest";
import { requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { context, writeProbe, type Probe } from "./kit/probe.ts";
import { runClaude } from "./kit/run-claude.ts";
import { bash, calls, subagent } from "./kit/script.ts";
import { transcripts } from "./kit/transcripts.ts";

test("compaction on demand asks for a summary, and starts the session anew", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, {
    SessionStart: [{ answer: context("SessionStart", "welcome") }],
    PreCompact: [{}],
  });
  const run = await runClaude(sandbox, {
    prompt: ["one", "/compact", "two"],
    plugins: [probe.folder],
    script: { main: ["first", "second"], summary: ["<summary>in short</summary>"] },
  });
  expect(run.requests.map(({ kind }) => kind)).toEqual(["main", "summary", "main"]);
  const last = requestsOf(run, "main")[1];
  expect(textIn(last)).toContain("in short");
  expect(timesIn(last, "context: welcome")).toBe(1);
  expect(eventsOf(probe)).toEqual(["SessionStart startup", "PreCompact", "SessionStart compact"]);
});

test("a model that reports a full window brings about compaction by itself", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, { SessionStart: [{}], PreCompact: [{}] });
  const run = await runClaude(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    allowedTools: ["Bash"],
    script: {
      main: [
        calls(bash("echo one")),
        { calls: [bash("echo two")], inputTokens: 990_000 },
        calls(bash("echo three")),
        "done",
      ],
    },
  });
  expect(requestsOf(run, "summary")).toHaveLength(1);
  expect(eventsOf(probe)).toEqual(["SessionStart startup", "PreCompact", "SessionStart compact"]);
  expect(run.results).toEqual(["done"]);
});

test("a session goes on, or a copy of it does", async () => {
  const sandbox = freshSandbox();
  const probe = writeProbe(sandbox, { SessionStart: [{}] });
  const plugins = [probe.folder];
  const begun = await runClaude(sandbox, { prompt: "one", plugins, script: { main: ["first"] } });
  const resume = begun.sessionId;
  const resumed = await runClaude(sandbox, { prompt: "two", plugins, resume });
  const forked = await runClaude(sandbox, { prompt: "three", plugins, resume, isFork: true });
  expect(textIn(resumed.requests[0])).toContain("first");
  expect(resumed.sessionId).toBe(resume);
  expect(forked.sessionId).not.toBe(resume);
  expect(eventsOf(probe)).toEqual([
    "SessionStart startup",
    "SessionStart resume",
    "SessionStart fork",
  ]);
  expect(transcripts(sandbox)).toHaveLength(2);
});

test("the transcripts of session and subagent are found", async () => {
  const sandbox = freshSandbox();
  const run = await runClaude(sandbox, {
    prompt: "go",
    script: {
      main: [calls(subagent("look left"), subagent("look right")), "all done"],
      subagent: { left: ["a wall"], right: ["a door"] },
    },
  });
  const texts = transcripts(sandbox).map(({ lines }) => JSON.stringify(lines));
  for (const said of ["all done", "a wall", "a door"]) {
    expect(texts.some((text) => text.includes(said))).toBe(true);
  }
  expect(new Set(requestsOf(run, "subagent").map(({ agentId }) => agentId)).size).toBe(2);
});

function eventsOf(probe: Probe): readonly string[] {
  return probe
    .calls()
    .map(({ payload }) => [payload.hook_event_name, payload.source].join(" ").trim());
}
