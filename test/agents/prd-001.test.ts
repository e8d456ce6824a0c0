import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import {
  checkout,
  keep,
  lessons,
  lessonsPlugin,
  onCommand,
  pitfall,
  runWithLessons,
} from "./kit/lessons.ts";
import { writeProbe } from "./kit/probe.ts";
import { okClaudeCommand } from "./kit/run-claude-command.ts";
import { bash, calls, subagent } from "./kit/script.ts";

/** The rows of PRD-001 §17 that are about delivery; its figures for speed are in `bench/`. */

const pytest = pitfall("pytest hangs without a terminal", onCommand("^pytest\\b"), {
  tags: ["tool:pytest"],
});
const heading = "pitfall: pytest hangs without a terminal";

test("Hook unit test: pipe JSON to the hook, inspect stdout", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pytest);
  const probe = writeProbe(sandbox, { PreToolUse: [{}] });
  await runWithLessons(sandbox, {
    prompt: "go",
    plugins: [probe.folder],
    script: { main: [calls(bash("pytest tests/")), calls(bash("git status")), "done"] },
  });
  // The payloads as the real program made them.
  const answers = probe.calls().map(({ payload }) => {
    const hook = join(lessonsPlugin, "hooks/lessons-hook");
    const input = JSON.stringify(payload);
    const { status, stdout } = spawnSync(hook, ["PreToolUse", "bash"], {
      input,
      env: sandbox.environment,
      encoding: "utf8",
    });
    return { status, answer: stdout === "" ? "" : JSON.parse(stdout) };
  });
  expect(answers).toEqual([
    {
      status: 0,
      answer: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          additionalContext: expect.stringContaining(heading),
        },
      },
    },
    { status: 0, answer: "" },
  ]);
});

test("Dedup correctness: same tool called twice in one session, lesson injected exactly once", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pytest);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("pytest a")), calls(bash("pytest b"), bash("pytest c")), "done"] },
  });
  expect(timesIn(requestsOf(run, "main").at(-1), heading)).toBe(1);
});

test("Concurrent dedup: two parallel subagents match the same lesson, only one injection", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pytest);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(subagent("look left"), subagent("look right")), "done"],
      subagent: {
        left: [calls(bash("pytest left")), "a wall"],
        right: [calls(bash("pytest right")), "a door"],
      },
    },
  });
  const told = requestsOf(run, "subagent").filter((request) =>
    newTextIn(request).includes(heading),
  );
  expect(told).toHaveLength(1);
  expect(requestsOf(run, "subagent")).toHaveLength(4);
});

test("Compaction re-injection: trigger compact event, re-match same tool, high-priority lesson re-injects", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pytest);
  const run = await runWithLessons(sandbox, {
    prompt: ["one", "/compact", "two"],
    script: { main: [calls(bash("pytest a")), "first", calls(bash("pytest b")), "second"] },
  });
  const told = requestsOf(run, "main").map((request) => newTextIn(request).includes(heading));
  expect(told).toEqual([false, true, false, true]);
});

test("Budget enforcement: a lesson with more than 4 kB of text falls back to its summary", async () => {
  const sandbox = freshSandbox();
  const long = "a long text ".repeat(90);
  keep(sandbox, {
    kind: "pattern",
    summary: "what to look at before pytest",
    body: { situation: long, action: long, rationale: long, example: long },
    triggers: onCommand("^pytest\\b"),
  });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("pytest tests/")), "done"] },
  });
  const said = newTextIn(requestsOf(run, "main")[1]);
  expect(said).toContain("HIGH pattern: what to look at before pytest (written by you");
  expect(said).not.toContain("a long text");
});

test("Budget enforcement: a checklist of more than 4 kB is cut by the budget, item by item", async () => {
  const sandbox = freshSandbox();
  const items = Array.from({ length: 25 }, (_, at) => `${at} ${"a long item ".repeat(16)}`);
  keep(sandbox, {
    kind: "checklist",
    summary: "what to look at before pytest",
    body: { title: "Before pytest", items, format: "checkbox" },
    triggers: onCommand("^pytest\\b"),
  });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("pytest tests/")), "done"] },
  });
  const said = newTextIn(requestsOf(run, "main")[1]);
  const shown = said.match(/^- \[ \] \d+ a long item/gmu)?.length ?? 0;
  expect(shown).toBeGreaterThan(15);
  expect(said).toContain(`and ${25 - shown} more: lessons show`);
});

test("CLI intelligence: 6 lessons tagged tool:pytest make a skill, and a call that matches all gets the best and one line", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    ...["one", "two", "three", "four", "five", "six"].map((name) =>
      pitfall(`${name} about pytest`, onCommand("^pytest\\b"), { tags: ["tool:pytest"] }),
    ),
  );
  const skill = join(sandbox.home, ".lessons/skills/cli-intel/pytest/SKILL.md");
  expect(existsSync(skill)).toBe(true);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("pytest tests/")), calls(bash("pytest tests/")), "done"] },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(newTextIn(second)).toContain("All 6 lessons about pytest");
  expect(newTextIn(second)).toContain(skill);
  expect(newTextIn(second).match(/HIGH pitfall:/g)).toHaveLength(3);
  // What was only named comes with the next call.
  expect(newTextIn(third).match(/HIGH pitfall:/g)).toHaveLength(3);
  expect(newTextIn(third)).not.toContain("All 6 lessons about pytest");
});

test("Structured scanner: all well-formed tags of a session are extracted with their fields", async () => {
  const sandbox = freshSandbox();
  const report = (tool: string, mistake: string, fix: string) =>
    `#lesson\ntool: Bash\ntrigger: ${tool} run\nmistake: ${mistake}\nfix: ${fix}\ntags: tool:${tool}\n#/lesson`;
  const cache = report("pytest", "pytest forgets its cache", "call it with --cache-show");
  const versions = report("tox", "an interpreter is missing", "install python3.12 beforehand");
  const sessions = report("nox", "every session runs", "name the one that is wanted with -s");
  await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [
        { text: `First.\n\n${cache}`, calls: [bash("git status")] },
        `Then.\n\n${versions}\n\n\`\`\`\n${sessions}\n\`\`\`\n\n#lesson\ntool: Bash\n`,
      ],
    },
  });
  lessons(sandbox, ["scan", "--auto"]);
  const listed = lessons(sandbox, ["list", "--status", "candidate", "--json"]);
  const found: readonly { summary: string; tags: string[] }[] = JSON.parse(listed).lessons;
  expect(found.map(({ summary, tags }) => ({ summary, tags })).toSorted(bySummary)).toEqual([
    { summary: "an interpreter is missing", tags: ["tool:tox"] },
    { summary: "every session runs", tags: ["tool:nox"] },
    { summary: "pytest forgets its cache", tags: ["tool:pytest"] },
  ]);
});

function bySummary(one: { summary: string }, other: { summary: string }): number {
  return one.summary < other.summary ? -1 : 1;
}

test("End-to-end: install plugin, run pytest tests/, lesson appears in agent context", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pytest);
  await okClaudeCommand(sandbox, ["plugin", "marketplace", "add", checkout]);
  await okClaudeCommand(sandbox, ["plugin", "install", "lessons@lessons"]);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    plugins: [],
    script: { main: [calls(bash("pytest tests/")), "done"] },
  });
  expect(textIn(requestsOf(run, "main")[1])).toContain(heading);
  const spooled = readFileSync(join(sandbox.home, ".lessons/spool/deliveries.jsonl"), "utf8");
  expect(JSON.parse(spooled)).toMatchObject({
    session: run.sessionId,
    tool: "Bash",
    mode: "advise",
  });
});
