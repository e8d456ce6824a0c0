import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, timesIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { bash, calls } from "./kit/script.ts";

test("hold stops the first call with the lesson as its reason, and the same call again runs", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("touch with care", onCommand("^touch\\b"), { delivery: "hold" }));
  const file = join(sandbox.project, "touched");
  const wasThere: boolean[] = [];
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: (_body, turn) => {
        wasThere.push(existsSync(file));
        return turn < 2 ? calls(bash("touch touched")) : "done";
      },
    },
  });
  const [, second, third] = requestsOf(run, "main");
  const [held] = toolResultsIn(second);
  expect(held?.isError).toBe(true);
  expect(held?.text).toContain(
    "PreToolUse:Bash hook error: Held once: touch with care → take care: touch with care",
  );
  expect(held?.text).toContain("This call was held once and has not run");
  expect(held?.text).toContain("What to do instead: take care: touch with care");
  expect(toolResultsIn(third)).toEqual([{ text: expect.any(String), isError: false }]);
  expect(timesIn(third, "pitfall: touch with care")).toBe(1);
  expect(wasThere).toEqual([false, false, true]);
  const { calls: read, failures } = JSON.parse(lessons(sandbox, ["scan", "--auto", "--json"]));
  expect({ read, failures }).toEqual({ read: 2, failures: [] });
  expect(JSON.parse(lessons(sandbox, ["ledger", "--json"])).byOutcome).toEqual({
    ok: 1,
    rejected: 1,
  });
});

test("never two calls in a row are held, and of parallel calls one", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("touch with care", onCommand("^touch\\b"), { delivery: "hold" }),
    pitfall("mkdir with care", onCommand("^mkdir\\b"), { delivery: "hold" }),
    pitfall("rmdir with care", onCommand("^rmdir\\b"), { delivery: "hold" }),
    pitfall("ln with care", onCommand("^ln\\b"), { delivery: "hold" }),
  );
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [
        calls(bash("touch one")),
        calls(bash("mkdir two")),
        calls(bash("rmdir two"), bash("ln -s README.md link")),
        "done",
      ],
    },
  });
  const held = requestsOf(run, "main")
    .slice(1)
    .map((request) => toolResultsIn(request).filter(({ isError }) => isError).length);
  expect(held).toEqual([1, 0, 1]);
  const last = requestsOf(run, "main").at(-1);
  for (const what of ["touch", "mkdir", "rmdir", "ln"]) {
    expect(timesIn(last, `pitfall: ${what} with care`)).toBe(1);
  }
});

test("what is written can be held too", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall(
      "no debugger is left in",
      { toolNames: ["Write", "Edit"], contentPatterns: ["\\bdebugger;"] },
      { delivery: "hold" },
    ),
  );
  const write = (name: string, content: string) => ({
    name: "Write",
    input: { file_path: join(sandbox.project, name), content },
  });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Write"],
    script: {
      main: [
        calls(write("fine.js", "run();\n")),
        calls(write("stopped.js", "run();\ndebugger;\n")),
        "done",
      ],
    },
  });
  const [, second, third] = requestsOf(run, "main");
  expect(toolResultsIn(second)[0]?.isError).toBe(false);
  expect(toolResultsIn(third)[0]?.text).toContain("no debugger is left in");
  expect(existsSync(join(sandbox.project, "fine.js"))).toBe(true);
  expect(existsSync(join(sandbox.project, "stopped.js"))).toBe(false);
});
