import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

const protocol = "### Reporting lessons (protocol";
const look = calls(bash("git status"));

/** One lesson that comes again after a compaction, and one that does not. */
function sandboxWithTwo(): Sandbox {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("of priority seven", onCommand("^git status\\b"), { priority: 7 }),
    pitfall("of priority six", onCommand("^git status\\b"), { priority: 6 }),
  );
  return sandbox;
}

const told = (text: string) => text.match(/of priority \w+$/gm)?.filter(isFirst);
const isFirst = (value: string, at: number, all: readonly string[]) => all.indexOf(value) === at;

test("after a compaction the important lesson comes again, the other one does not", async () => {
  const sandbox = sandboxWithTwo();
  const run = await runWithLessons(sandbox, {
    prompt: ["one", "/compact", "two"],
    script: { main: [look, look, "first", look, "second"] },
  });
  const main = requestsOf(run, "main");
  expect(main.map((request) => told(newTextIn(request)))).toEqual([
    undefined,
    ["of priority seven", "of priority six"],
    undefined,
    undefined,
    ["of priority seven"],
  ]);
  expect(timesIn(main[3], protocol)).toBe(1);
});

test("a full window in the middle of the work is a compaction too", async () => {
  const sandbox = sandboxWithTwo();
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [look, { calls: [bash("echo full")], inputTokens: 990_000 }, look, "done"],
    },
  });
  expect(requestsOf(run, "summary")).toHaveLength(1);
  expect(told(newTextIn(requestsOf(run, "main").at(-1)))).toEqual(["of priority seven"]);
});

test("a session that is resumed knows what it was told, a fork starts anew", async () => {
  const sandbox = sandboxWithTwo();
  const script = { main: [look, "done"] };
  const begun = await runWithLessons(sandbox, { prompt: "one", script });
  const resume = begun.sessionId;
  const resumed = await runWithLessons(sandbox, { prompt: "two", script, resume });
  const forked = await runWithLessons(sandbox, { prompt: "three", script, resume, isFork: true });
  expect(told(newTextIn(requestsOf(begun, "main")[1]))).toHaveLength(2);
  expect(newTextIn(requestsOf(resumed, "main")[0])).not.toContain(protocol);
  expect(told(newTextIn(requestsOf(resumed, "main")[1]))).toBeUndefined();
  // The program leaves out of a start what stands in the conversation already.
  expect(timesIn(requestsOf(forked, "main")[0], protocol)).toBe(1);
  expect(told(newTextIn(requestsOf(forked, "main")[1]))).toHaveLength(2);
});

test("after /clear everything may come again", async () => {
  const sandbox = sandboxWithTwo();
  const run = await runWithLessons(sandbox, {
    prompt: ["one", "/clear", "two"],
    script: { main: [look, "seen once", look, "seen twice"] },
  });
  const main = requestsOf(run, "main");
  expect(textIn(main[2])).not.toContain("seen once");
  expect(timesIn(main[2], protocol)).toBe(1);
  expect(told(newTextIn(main[3]))).toEqual(["of priority seven", "of priority six"]);
});
