import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf, textIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { pathWithout } from "./kit/path-without.ts";
import type { ClaudeRun } from "./kit/run-claude.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, subagent } from "./kit/script.ts";

/** A session in which every hook of ours has something to do. */
function session(sandbox: Sandbox, environment: Record<string, string> = {}): Promise<ClaudeRun> {
  return runWithLessons(sandbox, {
    prompt: "go",
    environment,
    script: {
      main: [calls(bash("touch above && echo touched")), calls(subagent("look around")), "done"],
      subagent: [calls(bash("touch below")), "seen"],
    },
  });
}

/** What became of the session, apart from us: the tools, and what the model heard of what went wrong. */
function courseOf({ project }: Sandbox, run: ClaudeRun): object {
  const { status, results, err, requests } = run;
  return {
    result: toolResultsIn(requestsOf(run, "main")[1]),
    touched: ["above", "below"].filter((name) => existsSync(join(project, name))),
    complaints: requests.flatMap((request) => textIn(request).match(complaint) ?? []),
    ending: { status, results, err },
  };
}

const complaint = /.*(?:hook error|hook_error|ENOENT|ENOTDIR|EACCES|lessons-hook).*/g;

const undisturbed = {
  result: [{ text: "touched", isError: false }],
  touched: ["above", "below"],
  complaints: [],
  ending: { status: 0, results: ["done"], err: "" },
};

const care = pitfall("touch with care", onCommand("^touch\\b"), { priority: 9 });
const isTold = (run: ClaudeRun) =>
  run.requests.some((request) => textIn(request).includes(care.summary));

test("a broken cache never stops a tool, and leaves a line in the log", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, care);
  const cache = join(sandbox.home, ".lessons/cache/current");
  for (const name of ["index.json", "lessons.bin"]) writeFileSync(join(cache, name), '{"type":');
  const run = await session(sandbox);
  expect(courseOf(sandbox, run)).toEqual(undisturbed);
  expect(isTold(run)).toBe(false);
  expect(readFileSync(join(sandbox.home, ".lessons/log/hook.log"), "utf8")).toContain("cache");
});

test("a cache from another version, or one that is half gone, never stops a tool", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, care);
  const cache = join(sandbox.home, ".lessons/cache/current");
  const index = readFileSync(join(cache, "index.json"), "utf8");
  writeFileSync(join(cache, "index.json"), index.replace(/"version":\d+/, '"version":999'));
  rmSync(join(cache, "lessons.bin"));
  const run = await session(sandbox);
  expect(courseOf(sandbox, run)).toEqual(undisturbed);
  expect(isTold(run)).toBe(false);
});

test("a missing Node never stops a tool", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, care);
  const run = await session(sandbox, { PATH: pathWithout(sandbox, "node") });
  expect(courseOf(sandbox, run)).toEqual(undisturbed);
  expect(isTold(run)).toBe(false);
});

test("a home that cannot be written never stops a tool", async () => {
  const sandbox = freshSandbox();
  writeFileSync(join(sandbox.home, ".lessons"), "a file where the folder should be");
  expect(courseOf(sandbox, await session(sandbox))).toEqual(undisturbed);
});

test("a place for claims that cannot be written never stops a tool", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, care);
  const home = join(sandbox.home, ".lessons");
  for (const name of ["sessions", "spool", "log"]) {
    rmSync(join(home, name), { recursive: true, force: true });
    writeFileSync(join(home, name), "a file where the folder should be");
  }
  expect(courseOf(sandbox, await session(sandbox))).toEqual(undisturbed);
});

test("a lesson whose expression takes for ever never stops a tool", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, care);
  slowDown(sandbox);
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: { main: [calls(bash(`touch ${"a".repeat(40)}b`)), "done"] },
  });
  expect(toolResultsIn(requestsOf(run, "main")[1])[0]?.isError).toBe(false);
  expect(readdirSync(sandbox.project)).toContain(`${"a".repeat(40)}b`);
  expect(readFileSync(join(sandbox.home, ".lessons/log/hook.log"), "utf8")).toContain("too slow:");
});

/** Puts into the cache what `lessons add` would refuse. */
function slowDown({ home }: Sandbox): void {
  const cache = join(home, ".lessons/cache/current");
  const file = join(cache, "lessons.bin");
  // Numbers stand beside the texts, so no byte of it may be read as anything else.
  const text = readFileSync(file, "latin1");
  const slow = text.replace("^touch\\\\b", "(a+)+$   ");
  expect(slow.length).toBe(text.length);
  writeFileSync(file, slow, "latin1");
}

test("a megabyte that is written reaches its file, with and without a lesson about it", async () => {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    pitfall("no needle", { toolNames: ["Write"], contentPatterns: ["\\bneedle\\b"] }),
    pitfall("big files belong elsewhere", { toolNames: ["Write"], pathPatterns: ["assets/**"] }),
  );
  mkdirSync(join(sandbox.project, "assets"));
  const hay = 'some hay "and" more\n'.repeat(50_000);
  const write = (name: string, content: string) => ({
    name: "Write",
    input: { file_path: join(sandbox.project, name), content },
  });
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    allowedTools: ["Write"],
    script: {
      main: [
        calls(write("hay.txt", hay)),
        calls(write("stack.txt", `a needle\n${hay}`)),
        calls(write("assets/hay.txt", hay)),
        "done",
      ],
    },
  });
  const [, second, third, fourth] = requestsOf(run, "main");
  expect(newTextIn(second)).not.toContain("Lessons from your history");
  expect(newTextIn(third)).toContain("pitfall: no needle");
  expect(newTextIn(fourth)).toContain("pitfall: big files belong elsewhere");
  const sizes = ["hay.txt", "stack.txt", "assets/hay.txt"].map(
    (name) => statSync(join(sandbox.project, name)).size,
  );
  expect(sizes).toEqual([hay.length, hay.length + 9, hay.length]);
});
