import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { eachDelivery } from "../../src/deliver/spool/deliveries.ts";
import { sessionStarts } from "../../src/deliver/spool/session-starts.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, lessons, onCommand, pitfall, runWithLessons } from "./kit/lessons.ts";
import { bash, calls, subagent } from "./kit/script.ts";

test("what the real program was told is found at its own call, in the main conversation and in a subagent", async () => {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("pytest hangs without a terminal", onCommand("^pytest\\b")));
  keep(sandbox, pitfall("tox needs an interpreter", onCommand("^tox\\b")));
  const run = await runWithLessons(sandbox, {
    prompt: "go",
    script: {
      main: [calls(bash("ls")), calls(bash("pytest tests/")), calls(subagent("look")), "done"],
      subagent: [calls(bash("tox")), "seen"],
    },
  });
  lessons(sandbox, ["scan", "--auto"]);
  const database = openDatabase(join(sandbox.home, ".lessons/lessons.db"), "2026-01-01");
  const place = database.prepare("SELECT command FROM calls WHERE log = ? AND ordinal = ?");
  const told = [...eachDelivery(database)].map(({ slug, sessionId, subagent: name, call }) => ({
    slug: slug.split("-")[0],
    sessionId,
    isSubagent: name !== null,
    isItsThread: call?.thread === name,
    command: call && place.get(call.log, call.ordinal)?.["command"],
  }));
  const { sessionId } = run;
  expect(told).toEqual([
    { slug: "pytest", sessionId, isSubagent: false, isItsThread: true, command: "pytest tests/" },
    { slug: "tox", sessionId, isSubagent: true, isItsThread: true, command: "tox" },
  ]);
  const starts = sessionStarts(database).map((start) => ({
    ...start,
    subagent: start.subagent !== null,
  }));
  const start = {
    agent: "claude-code",
    sessionId,
    at: expect.any(String),
    protocol: "full",
    lessons: 0,
    card: [],
    tookMs: expect.any(Number),
    model: expect.any(String),
  };
  expect(starts).toEqual([
    { ...start, subagent: false },
    { ...start, subagent: true },
  ]);
  database.close();
});
