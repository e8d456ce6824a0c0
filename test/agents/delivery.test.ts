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
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { bash, calls, subagent } from "./kit/script.ts";

test("a lesson reaches the next request of the model, with where it comes from", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("status is not enough", onCommand("^git status\\b"), { slug: "look-twice" }),
  );
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("cd . && git status --short")), "done"] },
  });
  const [first, second] = requestsOf(run, "main");
  expect(textIn(first)).not.toContain("status is not enough");
  expect(toolResultsIn(second)).toEqual([{ text: expect.any(String), isError: false }]);
  const [said = ""] = systemMessagesIn(second);
  expect(said.replace(/on \d{4}-\d\d-\d\d/, "on a day").split("\n")).toEqual([
    "PreToolUse:Bash hook additional context: ## Lessons from your history",
    "",
    "### HIGH pitfall: status is not enough",
    "What goes wrong, and why: too hasty: status is not enough",
    "What to do instead: take care: status is not enough",
    "",
    "written by you on a day · lessons show look-twice · lessons good look-twice · lessons bad look-twice",
  ]);
  expect([run.status, run.results, run.err]).toEqual([0, ["done"], ""]);
});

test("nothing is said at calls that concern no lesson", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("status is not enough", onCommand("^git status\\b")));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [
        calls(
          bash("git log --oneline"),
          bash("echo git status"),
          bash("cat <<'END'\ngit status\nEND"),
          { name: "Read", input: { file_path: `${sandbox.project}/README.md` } },
        ),
        "done",
      ],
    },
  });
  const second = requestsOf(run, "main")[1];
  expect(toolResultsIn(second).map(({ isError }) => isError)).toEqual([false, false, false, false]);
  expect(textIn(second)).not.toContain("status is not enough");
});

test("a lesson comes once per session, over the main agent and its subagents", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("said above", onCommand("^git status\\b")),
    pitfall("said below", onCommand("^git log\\b")),
  );
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [
        calls(bash("git status")),
        calls(subagent("look around")),
        calls(bash("git log"), bash("git status")),
        "done",
      ],
      subagent: [calls(bash("git status")), calls(bash("git log")), "seen"],
    },
  });
  const below = requestsOf(run, "subagent").at(-1);
  const above = requestsOf(run, "main").at(-1);
  expect([timesIn(above, "pitfall: said above"), timesIn(above, "pitfall: said below")]).toEqual([
    1, 0,
  ]);
  expect([timesIn(below, "pitfall: said above"), timesIn(below, "pitfall: said below")]).toEqual([
    0, 1,
  ]);
});

test("with dedupeScope agent each agent is told once", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["config", "set", "dedupeScope", "agent"]);
  keep(sandbox, pitfall("said to each", onCommand("^git status\\b")));
  const twice = [calls(bash("git status")), calls(bash("git status"))];
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [...twice, calls(subagent("look left")), calls(subagent("look right")), "done"],
      subagent: { left: [...twice, "a wall"], right: [...twice, "a door"] },
    },
  });
  const told = (words: string) =>
    timesIn(
      requestsOf(run, "subagent").findLast((request) => textIn(request).includes(words)),
      "pitfall: said to each",
    );
  expect(timesIn(requestsOf(run, "main").at(-1), "pitfall: said to each")).toBe(1);
  expect([told("look left"), told("look right")]).toEqual([1, 1]);
});

test("a call gets three lessons at most, the most important ones, and the next call the others", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["config", "set", "debugComment", "true"]);
  const lesson = (name: string, priority: number) =>
    pitfall(`lesson ${name}`, onCommand("^git status\\b"), { priority, slug: `lesson-${name}` });
  keep(sandbox, lesson("one", 5), lesson("two", 8), lesson("three", 7), lesson("four", 6));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("git status")), calls(bash("git status")), "done"] },
  });
  const [, second, third] = requestsOf(run, "main");
  const headings = (text: string) => text.match(/^### .*$/gm);
  expect(headings(newTextIn(second))).toEqual([
    "### HIGH pitfall: lesson two",
    "### HIGH pitfall: lesson three",
    "### MEDIUM pitfall: lesson four",
  ]);
  expect(newTextIn(second)).toContain(
    "<!-- lessons: injected=lesson-two,lesson-three,lesson-four dropped=lesson-one -->",
  );
  expect(headings(newTextIn(third))).toEqual(["### MEDIUM pitfall: lesson one"]);
});

test("delivery can be switched off for a run", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("status is not enough", onCommand("^git status\\b"), { priority: 9 }));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    environment: { LESSONS_DISABLED: "1" },
    script: { main: [calls(bash("git status")), "done"] },
  });
  expect(textIn(requestsOf(run, "main")[1])).not.toMatch(/status is not enough|Reporting lessons/);
});
