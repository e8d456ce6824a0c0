import { expect, test } from "vitest";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { freshContext, noon } from "../../../test/kit/store.ts";
import { insertSessionStart, sessionStarts, type SessionStart } from "./session-starts.ts";

const start: SessionStart = {
  agent: "claude-code",
  sessionId: "s1",
  subagent: null,
  at: noon,
  protocol: "full",
  lessons: 1,
  card: ["01J00000000000000000000001"],
  tookMs: 50,
};

test("a start has the model of its log: a subagent that of its own, where it has one", () => {
  const { database } = freshContext();
  const own = { ...ourLog, number: 2 };
  keepLedger(database, [ledgerCall(), ledgerCall({ log: own, thread: "a7" })]);
  database.exec("UPDATE logs SET model = 'large', started_at = '2026-01-01' WHERE number = 1");
  database.exec("UPDATE logs SET model = 'small', started_at = '2026-01-02' WHERE number = 2");
  const starts = [
    start,
    { ...start, subagent: "a7" },
    { ...start, subagent: "a8" },
    { ...start, sessionId: "unread" },
  ];
  for (const [index, each] of starts.entries()) insertSessionStart(database, `${index}`, each);
  const models = ["large", "small", "large", null];
  expect(sessionStarts(database)).toEqual(
    starts.map((each, index) => ({ ...each, model: models[index] })),
  );
});

test("starts come the oldest first, and the same note is one", () => {
  const { database } = freshContext();
  const earlier = { ...start, at: "2026-01-01T11:00:00.000Z" };
  expect(insertSessionStart(database, "a", start)).toBe(true);
  expect(insertSessionStart(database, "b", earlier)).toBe(true);
  expect(insertSessionStart(database, "a", start)).toBe(false);
  expect(sessionStarts(database).map(({ at }) => at)).toEqual([earlier.at, noon]);
});
