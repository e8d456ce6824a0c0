import { expect, test } from "vitest";
import { requestsOf, systemMessagesIn, timesIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { bash, calls } from "./kit/script.ts";

const withError = (command: string) => ({
  ...onCommand(command),
  injectOn: ["PostToolUseFailure" as const],
});

test("a lesson comes with the error of a shell call, and not before it", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("no-such-jq is missing", withError("^no-such-jq\\b"), { slug: "no-jq" }));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(bash("no-such-jq . a.json")), calls(bash("no-such-jq . b.json")), "done"],
    },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(toolResultsIn(second)).toEqual([
    { text: expect.stringContaining("command not found"), isError: true },
  ]);
  expect(systemMessagesIn(second)).toEqual([
    "PostToolUseFailure:Bash hook additional context: Lesson from your history: no-such-jq is missing. take care: no-such-jq is missing · lessons show no-jq",
  ]);
  expect(timesIn(third, "Lesson from your history")).toBe(1);
  lessons(sandbox, ["scan", "--auto", "--json"]);
  const { lessons: rows } = JSON.parse(lessons(sandbox, ["stats", "--json"]));
  expect(rows).toMatchObject([
    { lesson: { slug: "no-jq" }, effects: { delivered: 1, repeated: 1, heeded: 0 } },
  ]);
});

test("a failure that a pipe hides brings its lesson, too", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("no-such-jq is missing", withError("^no-such-jq\\b")));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [
        calls(bash("echo fine | tail -1")),
        calls(bash("no-such-jq . 2>&1 | tail -1")),
        "done",
      ],
    },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(systemMessagesIn(second)).toEqual([]);
  expect(toolResultsIn(third).at(-1)?.isError).toBe(false);
  expect(systemMessagesIn(third).join("\n")).toContain(
    "PostToolUse:Bash hook additional context: Lesson from your history: no-such-jq is missing.",
  );
});

test("an edit that is refused before it runs brings its lesson, known by its message", async () => {
  const sandbox = freshSandbox();
  const slip = { injectOn: ["PostToolUseFailure" as const], toolNames: ["Edit"] };
  keep(sandbox, pitfall("the text was not in the file", slip, { about: "text-not-found" }));
  const edit = {
    name: "Edit",
    input: { file_path: `${sandbox.project}/README.md`, old_string: "# Z", new_string: "# B" },
  };
  const read = { name: "Read", input: { file_path: `${sandbox.project}/README.md` } };
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(read), calls(edit), "done"] },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(systemMessagesIn(second)).toEqual([]);
  expect(toolResultsIn(third).at(-1)).toEqual({
    text: expect.stringContaining("String to replace not found"),
    isError: true,
  });
  expect(systemMessagesIn(third).join("\n")).toContain(
    "PostToolBatch hook additional context: Lesson from your history: the text was not in the file.",
  );
});

test("with the setting off nothing comes with an error", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("no-such-jq is missing", withError("^no-such-jq\\b")));
  lessons(sandbox, ["config", "set", "withError", "false"]);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash("no-such-jq .")), "done"] },
  });
  expect(systemMessagesIn(requestsOf(run, "main")[1])).toEqual([]);
});
