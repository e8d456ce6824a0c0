import { expect, test } from "vitest";
import { errorSignature } from "../../agents/outcome/read-output.ts";
import { type FailedCall, classifyFailure } from "../failures/classify-failure.ts";
import { type Attempt, isRetryLoop } from "./failing-calls.ts";

test("the same call with the same answer, twice, is a loop", () => {
  const call = shell("deploy --env staging", "deploy: the queue is closed");
  expect(isRetryLoop([call])).toBe(false);
  expect(isRetryLoop([call, call])).toBe(true);
});

test("three changed calls with the same message are a loop, two are not yet", () => {
  const calls = ["a", "b", "c"].map((env) => shell(`deploy ${env}`, "deploy: the queue is closed"));
  expect(isRetryLoop(calls.slice(0, 2))).toBe(false);
  expect(isRetryLoop(calls)).toBe(true);
});

test("another message each time is progress", () => {
  const calls = ["queue", "disk", "key"].map((part) =>
    shell("deploy", `deploy: the ${part} is closed`),
  );
  expect(isRetryLoop(calls)).toBe(false);
});

test("reading the same missing file again is a loop, reading another one is looking around", () => {
  const read = (path: string): Attempt =>
    attempt(path, {
      tool: "Read",
      action: { does: "read", path },
      outcome: "error",
      ending: "failed",
      output: "File does not exist.",
    });
  expect(isRetryLoop([read("/srv/a.md"), read("/srv/a.md")])).toBe(true);
  expect(isRetryLoop([read("/srv/a.md"), read("/srv/b.md")])).toBe(false);
});

test.each([
  ["failing tests", "go test ./...", "--- FAIL: TestA (0.00s)\nFAIL"],
  ["pending checks", "gh pr checks 3", "build\tpending\t0"],
  ["a search without a match", "rg todo", ""],
  ["an outage", "gh api user", "HTTP 502: Bad Gateway"],
])("%s are run again by design", (_, command, output) => {
  const call = shell(command, output);
  expect(isRetryLoop([call, call, call, call])).toBe(false);
});

test("nothing is no loop", () => {
  expect(isRetryLoop([])).toBe(false);
});

test("how many failures make a loop can be said", () => {
  const calls = ["a", "b", "c"].map((env) => shell(`deploy ${env}`, "deploy: the queue is closed"));
  expect(isRetryLoop(calls, 4)).toBe(false);
  expect(isRetryLoop(calls.slice(0, 2), 2)).toBe(true);
});

function shell(command: string, output: string): Attempt {
  return attempt(command, {
    tool: "Bash",
    action: { does: "shell", command },
    outcome: "error",
    ending: "failed",
    exitStatus: 1,
    output,
  });
}

function attempt(target: string, call: FailedCall): Attempt {
  const { name, about } = classifyFailure(call);
  const signature = errorSignature(call.output, call.exitStatus);
  return { target, signature, failureClass: name, about };
}
