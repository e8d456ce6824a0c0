import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, textIn, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import {
  keep,
  lessons,
  lessonsPlugin,
  onCommand,
  pitfall,
  runWithLessons,
  summaries,
} from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";

/** A sandbox in which `lessons init` has recorded the program. */
function installed(): Sandbox {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--settings", `${sandbox.root}/unused-settings.json`]);
  keep(
    sandbox,
    pitfall("status is not enough", onCommand("^git status\\b"), { slug: "look-twice" }),
  );
  return sandbox;
}

test("/lessons:list lets the model ask the program, and a file that a lesson mentions is not attached", async () => {
  const sandbox = installed();
  writeFileSync(join(sandbox.project, "secret.txt"), "the-secret-words\n");
  keep(sandbox, pitfall("see @secret.txt first", onCommand("^git log\\b")));
  const run = await runWithLessons(sandbox, {
    prompt: ["/lessons:list", "/lessons:status"],
    allowedTools: [],
    script: { main: [calls(bash("lessons list --limit 20")), "listed", "shown"] },
  });
  const [asked, listed, status] = requestsOf(run, "main");
  expect(textIn(asked)).not.toContain("the-secret-words");
  expect(toolResultsIn(listed)).toEqual([
    {
      text: expect.stringContaining(
        "HIGH      status is not enough\n          look-twice · pitfall · active",
      ),
      isError: false,
    },
  ]);
  expect(textIn(status)).toMatch(/\b2 active\b/);
  expect(textIn(status)).not.toContain("the-secret-words");
  expect(run.results).toEqual(["listed", "shown"]);
});

test("/lessons:search and /lessons:show let the model ask the program", async () => {
  const sandbox = installed();
  const run = await runWithLessons(sandbox, {
    prompt: ["/lessons:search not enough; $(rm -rf x) `id`", "/lessons:show look-twice"],
    allowedTools: [],
    script: {
      main: [
        calls(bash('lessons list "not" "enough"')),
        "found",
        calls(bash('lessons show "look-twice"')),
        "shown",
      ],
    },
  });
  const main = requestsOf(run, "main");
  expect(textIn(main[0])).toContain("not enough; $(rm -rf x) `id`");
  expect(toolResultsIn(main[1])).toEqual([
    { text: expect.stringContaining("look-twice"), isError: false },
  ]);
  expect(toolResultsIn(main[3])).toEqual([
    { text: expect.stringContaining("take care: status is not enough"), isError: false },
  ]);
  expect(run.results).toEqual(["found", "shown"]);
});

test("a command lets the model run what its page needs and no other command of ours, alone or behind one that it may", async () => {
  const sandbox = installed();
  // An agent may run these where they are granted: nothing but the grant is in their way.
  const others = ["lessons show look-twice", "lessons list && lessons bad look-twice"];
  const run = await runWithLessons(sandbox, {
    prompt: "/lessons:list",
    allowedTools: [],
    script: { main: [...others.map((line) => calls(bash(line))), "not allowed"] },
  });
  const [, ...after] = requestsOf(run, "main");
  expect(after.map((request) => toolResultsIn(request).at(-1)?.isError)).toEqual([true, true]);
});

test("/lessons:add lets the model run what it tells it to, and /lessons:scan reads the logs", async () => {
  const sandbox = installed();
  const page = readFileSync(join(lessonsPlugin, "commands/add.md"), "utf8");
  const [rule = "", fields = ""] = Array.from(
    page.matchAll(/```sh\n([^]*?)\n```/g),
    ([, example = ""]) => example,
  );
  const run = await runWithLessons(sandbox, {
    prompt: ["/lessons:add git stash forgets files", "/lessons:scan"],
    allowedTools: [],
    script: { main: [calls(bash(rule)), calls(bash(fields)), "kept", "read"] },
  });
  const [add, ruled, added, scan] = requestsOf(run, "main");
  expect(textIn(add)).toContain("git stash forgets files");
  expect(toolResultsIn(ruled).at(-1)).toEqual({
    text: expect.stringMatching(/^Added always-run-lint-\S+/),
    isError: false,
  });
  expect(toolResultsIn(added).at(-1)).toEqual({
    text: expect.stringMatching(/^Added git-stash-\S+/),
    isError: false,
  });
  // Only a person makes it active.
  expect(summaries(sandbox, "candidate")).toContain("git stash leaves untracked files behind");
  expect(textIn(scan)).toMatch(/This is what `lessons scan` says:\s+\S/);
  expect(run.results).toEqual(["kept", "read"]);
});

test("without the program a command says how to get it", async () => {
  const sandbox = freshSandbox();
  const run = await runWithLessons(sandbox, {
    prompt: "/lessons:status",
    script: { main: ["listed"] },
  });
  expect(textIn(run.requests[0])).toContain("lessons: the program was not found; install it");
});
