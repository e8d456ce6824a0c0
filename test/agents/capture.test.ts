import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, textIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons, summaries } from "./kit/lessons.ts";
import { processesIn } from "./kit/processes-in.ts";
import { bash, calls, subagent } from "./kit/script.ts";

const report = `That was it.

#lesson
tool: Bash
trigger: tar xf archive.tar
mistake: tar xf overwrites files that are already there without a word
fix: list the archive with tar tf first and extract into a new folder
tags: tool:tar
#/lesson
`;
const mistake = "tar xf overwrites files that are already there without a word";

test("a report in the last message is kept at Stop; the user hears of it, the model does not", async () => {
  const sandbox = freshSandbox();
  const run = await runWithLessons(sandbox, {
    prompt: ["go", "thanks"],
    script: { main: [report, "you are welcome"] },
  });
  const spooled = readFileSync(join(sandbox.home, ".lessons/spool/reports.jsonl"), "utf8");
  const lines = spooled.trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    version: 1,
    at: expect.any(String),
    agent: "claude-code",
    session: run.sessionId,
    report: expect.stringContaining(mistake),
  });
  const notice = "1 lesson was reported in this answer";
  expect(JSON.stringify(run.events)).toContain(notice);
  expect(requestsOf(run, "main").map((request) => textIn(request).includes(notice))).toEqual([
    false,
    false,
  ]);
  expect(run.results).toHaveLength(2);
});

test("a scan of the transcript that the program wrote makes a candidate of the report, and nothing of our own texts", async () => {
  const sandbox = freshSandbox();
  const rule = "No, never use git status, always use git diff instead.";
  keep(
    sandbox,
    pitfall(rule, onCommand("^git status\\b"), { priority: 9 }),
    pitfall("You must not touch it. Wrong!", onCommand("^touch\\b"), { delivery: "hold" }),
  );
  const work = [calls(bash("git status")), calls(bash("touch it")), calls(bash("touch it"))];
  await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [...work, calls(subagent("look around")), report],
      subagent: [calls(bash("git status")), "seen"],
    },
  });
  const found = JSON.parse(lessons(sandbox, ["scan", "--auto", "--json"]));
  expect(found).toMatchObject({ type: "lessons-scan" });
  expect(summaries(sandbox, "candidate")).toEqual([mistake]);
});

test("the end of a session starts a scan of it that nobody waits for, and that ends", async () => {
  const sandbox = freshSandbox();
  lessons(sandbox, ["init", "--yes", "--agent", "claude-code"]);
  const settings = join(sandbox.home, ".claude/settings.json");
  expect(existsSync(settings)).toBe(true);
  await runWithLessons(sandbox, { prompt: "go", plugins: [], script: { main: [report] } });
  expect(await processesIn(sandbox.home, { afterMs: 10_000 })).toEqual([]);
  expect(summaries(sandbox, "candidate")).toEqual([mistake]);
});
