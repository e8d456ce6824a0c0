import { expect, test } from "vitest";
import { claudeCodeScribes } from "./claude-code-scribe.ts";
import { readWrittenLog } from "./read-written-log.ts";
import type { Scribe } from "./scribe.ts";

const [scribe] = claudeCodeScribes as readonly [Scribe];
const around = {
  sessionId: "5e55101a-0000-4000-8000-000000000001",
  cwd: "/home/dev/project",
  version: "2.1.325",
  timestamp: "2026-01-01T12:00:00.000Z",
};
const waiting = { type: "queue-operation", operation: "enqueue", timestamp: around.timestamp };

function saidIn(...records: readonly object[]): readonly string[] {
  const path = `/home/dev/.claude/projects/-home-dev-project/${around.sessionId}.jsonl`;
  const lines = records.map((record) => JSON.stringify(record));
  const { events } = readWrittenLog(scribe, { shape: "lines", path, lines });
  return events.flatMap((event) => (event.is === "user" ? [event.text] : []));
}

const prompt = {
  type: "user",
  uuid: "u1",
  ...around,
  message: { role: "user", content: "never use yarn" },
};

test("the prompt of claude -p is not a person's, though it waited in the queue first", () => {
  const queued = { ...waiting, content: "never use yarn" };
  expect(saidIn(queued, { ...prompt, promptSource: "sdk" })).toEqual([]);
});

test("what is typed while the agent is at work is", () => {
  const typed = { ...prompt, promptSource: "typed" };
  expect(saidIn(typed, { ...waiting, content: "and no pnpm" })).toEqual([
    "never use yarn",
    "and no pnpm",
  ]);
});
