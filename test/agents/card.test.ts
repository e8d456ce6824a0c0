import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent } from "./kit/script.ts";

const heading = "### Known here (lessons card)";
const line = "- `jq` is not installed: take care: use `node -p`";

/** A fact with a line, which is also told at its call, and one lesson of each kind that stands around the card. */
function sandboxWithCard(): Sandbox {
  const sandbox = freshSandbox();
  const fact = pitfall("use `node -p`", onCommand("^jq\\b"), {
    summary: "`jq` is not installed",
    about: "not-installed jq",
    scope: "machine",
    priority: 5,
  });
  keep(
    sandbox,
    fact,
    pitfall("critical one", onCommand("^git status\\b"), { priority: 9 }),
    pitfall("for the start", { injectOn: ["SessionStart"] }, { priority: 5 }),
  );
  return sandbox;
}

test("a session starts with its card between CRITICAL lessons and those for the start, a subagent too", async () => {
  const run = await runWithLessons(sandboxWithCard(), {
    prompt: "go",
    script: { main: [calls(subagent("look around")), "done"], subagent: ["seen"] },
  });
  const [first] = requestsOf(run, "main");
  expect(newTextIn(first).match(/^(?:### (?!Reporting)|- `).*$/gm)).toEqual([
    "### CRITICAL pitfall: critical one",
    heading,
    line,
    "### MEDIUM pitfall: for the start",
  ]);
  const [inside] = requestsOf(run, "subagent");
  expect(timesIn(inside, line)).toBe(1);
});

test("after a compaction the card is there again, and a line claims nothing at its call", async () => {
  const run = await runWithLessons(sandboxWithCard(), {
    prompt: ["one", "/compact", "two"],
    script: { main: ["first", calls(bash("jq --version || true")), "second"] },
  });
  const main = requestsOf(run, "main");
  expect(timesIn(main[0], line)).toBe(1);
  expect(newTextIn(main[1])).toContain(line);
  expect(newTextIn(main.at(-1))).toContain("### MEDIUM pitfall: `jq` is not installed");
});

test("a session that is resumed has its card from before, and gets no second one", async () => {
  const sandbox = sandboxWithCard();
  const script = { main: ["done"] };
  const begun = await runWithLessons(sandbox, { prompt: "one", script });
  const resume = begun.sessionId;
  const resumed = await runWithLessons(sandbox, { prompt: "two", script, resume });
  expect(timesIn(requestsOf(begun, "main")[0], line)).toBe(1);
  expect(textIn(requestsOf(resumed, "main")[0])).toContain(heading);
  expect(timesIn(requestsOf(resumed, "main")[0], line)).toBe(1);
});
