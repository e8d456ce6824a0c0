import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { bash, calls, subagent } from "./kit/script.ts";

const protocol = "### Reporting lessons (protocol";

test("the protocol stands at the start of a session and of a subagent, also before there are lessons", async () => {
  const sandbox = freshSandbox();
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(subagent("look around")), "done"], subagent: ["seen"] },
  });
  const [first] = requestsOf(run, "main");
  expect(newTextIn(first)).toContain("hook additional context: ## Lessons from your history");
  expect(timesIn(first, protocol)).toBe(1);
  expect(timesIn(requestsOf(run, "subagent")[0], protocol)).toBe(1);
});

test("the protocol can be switched off, and then nothing is said", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["config", "set", "protocol", "off"]);
  const run = await runWithLessons(sandbox, { prompt: "go", script: { main: ["done"] } });
  expect(textIn(run.requests[0])).not.toContain("Lessons from your history");
});

test("CRITICAL lessons and those for the start are shown there, to a subagent too, and come once more at their call", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("critical one", onCommand("^git status\\b"), { priority: 9 }),
    pitfall("for the start", { injectOn: ["SessionStart"] }, { priority: 5 }),
    pitfall("for subagents", { injectOn: ["SubagentStart"] }, { priority: 5 }),
    pitfall("only at its call", onCommand("^git log\\b"), { priority: 8 }),
  );
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(subagent("look around")), calls(bash("git status")), "done"],
      subagent: ["seen"],
    },
  });
  const headings = (text: string) => text.match(/^### (?!Reporting).*$/gm);
  const main = requestsOf(run, "main");
  expect(headings(newTextIn(main[0]))).toEqual([
    "### CRITICAL pitfall: critical one",
    "### MEDIUM pitfall: for the start",
  ]);
  expect(headings(newTextIn(requestsOf(run, "subagent")[0]))).toEqual([
    "### CRITICAL pitfall: critical one",
    "### MEDIUM pitfall: for subagents",
  ]);
  expect(headings(newTextIn(main.at(-1)))).toEqual(["### CRITICAL pitfall: critical one"]);
});

test("at most five lessons stand at the start, and the rest is counted", async () => {
  const sandbox = freshSandbox();
  const names = ["one", "two", "three", "four", "five", "six", "seven"];
  keep(sandbox, ...names.map((name) => pitfall(name, onCommand(`^${name}\\b`), { priority: 10 })));
  const run = await runWithLessons(sandbox, { prompt: "go", script: { main: ["done"] } });
  expect(timesIn(run.requests[0], "### CRITICAL pitfall:")).toBe(5);
  expect(textIn(run.requests[0])).toContain("2 more lessons are not shown here");
});

test("waiting candidates and a pause are named at the start, and a pause delivers nothing", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("critical one", onCommand("^git status\\b"), { priority: 9 }),
    pitfall("not looked at yet", onCommand("^git status\\b"), { status: "candidate" }),
  );
  const waiting = /^1 .*\bneeds the user\b.*\b1 candidate\b/m;
  const go = () =>
    runWithLessons(sandbox, {
      prompt: "go",
      script: { main: [calls(bash("git status")), "done"] },
    });
  lessons(sandbox, ["pause", "--for", "2h"]);
  const paused = textIn(requestsOf(await go(), "main")[1]);
  expect(paused).toMatch(/\bpaused until .* UTC\b.*\blessons pause --off$/m);
  expect(paused).toMatch(waiting);
  expect(paused).not.toContain("critical one");

  lessons(sandbox, ["pause", "--off"]);
  const usual = textIn(requestsOf(await go(), "main")[1]);
  expect(usual).toMatch(waiting);
  expect(usual).toContain("critical one");
  expect(usual).not.toMatch(/not looked at yet|is paused/);
});
