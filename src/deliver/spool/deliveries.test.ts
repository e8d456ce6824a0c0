import { expect, test } from "vitest";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { add, freshContext, gitStash, noon, versionBump } from "../../../test/kit/store.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { prepared, type Database } from "../../platform/database/database.ts";
import { eachDelivery, insertDelivery, type DeliveryRow } from "./deliveries.ts";

const at = (milliseconds: number) => new Date(Date.parse(noon) + milliseconds).toISOString();

test("a delivery is found at the call with its id, in whichever log of the session it stands", () => {
  const { database, tell } = prepare();
  const subagentLog = { ...ourLog, number: 2 };
  keep(database, [
    [ledgerCall({ ordinal: 0, line: 3 }), 11],
    [ledgerCall({ ordinal: 1, line: 5 }), 12],
    [ledgerCall({ log: subagentLog, ordinal: 0, line: 7, thread: "a7" }), 13],
    [ledgerCall({ log: { ...ourLog, number: 3, sessionId: "s2" }, ordinal: 4 }), 14],
    [ledgerCall({ log: { ...ourLog, number: 4, agent: "codex" }, ordinal: 4 }), 15],
  ]);
  expect([12, 13, 14, 15, 16].map((idKey) => tell({ idKey }))).toEqual([
    { log: 1, ordinal: 1, line: 5, thread: null },
    { log: 2, ordinal: 0, line: 7, thread: "a7" },
    null,
    null,
    null,
  ]);
});

test("without an id it is the last call of that tool which was just being made", () => {
  const { database, tell } = prepare();
  keep(database, [
    [ledgerCall({ ordinal: 0, at: at(0) }), null],
    [ledgerCall({ ordinal: 1, at: at(1000) }), null],
    [ledgerCall({ ordinal: 2, at: at(2000), tool: "Edit" }), null],
    [ledgerCall({ ordinal: 3, at: at(2500), thread: "a7" }), null],
    [ledgerCall({ ordinal: 4, at: null }), null],
    [ledgerCall({ ordinal: 5, at: at(9000) }), 99],
  ]);
  const found = (note: Partial<DeliveryRow>) => tell(note)?.ordinal;
  expect(found({ idKey: 7, at: at(3000) })).toBe(1);
  expect(found({ idKey: 7, at: at(6000) })).toBe(1);
  expect(found({ idKey: 7, at: at(6001) })).toBe(undefined);
  expect(found({ idKey: 7, at: at(999) })).toBe(0);
  expect(found({ idKey: 7, at: at(-1) })).toBe(undefined);
  expect(found({ idKey: 7, at: at(3000), tool: "MultiEdit" })).toBe(2);
  expect(found({ idKey: 7, at: at(3000), tool: "Write" })).toBe(undefined);
  expect(found({ idKey: 7, at: at(3000), subagent: "a7" })).toBe(3);
  // A call that has an id is another call, unless the note has none.
  expect(found({ idKey: 7, at: at(9500) })).toBe(undefined);
  expect(found({ idKey: null, at: at(9500) })).toBe(5);
});

test("a call that a forked session repeats is found where it counts", () => {
  const { database, tell } = prepare();
  keep(database, [
    [ledgerCall({ ordinal: 6, line: 8 }), 11],
    [ledgerCall({ log: { ...ourLog, number: 2, sessionId: "fork" }, ordinal: 2, line: 4 }), 11],
  ]);
  database.exec("UPDATE calls SET call_key = 5, is_copy = (log = 1)");
  expect(tell({ idKey: 11 })).toEqual({ log: 2, ordinal: 2, line: 4, thread: null });
});

test("deliveries come session by session, in each the oldest first, of one lesson or since a time", () => {
  const { database, stash, bump } = prepare();
  const note = (score: number, change: Partial<DeliveryRow>) =>
    insertDelivery(database, `key ${score}`, { ...delivery(stash.id), score, ...change });
  note(1, { sessionId: "s2", at: at(1000) });
  note(2, { at: at(3000), lesson: bump.id });
  note(3, { at: at(2000) });
  expect(note(3, { at: at(2000) })).toBe("known");
  expect(note(4, { lesson: "nobody's" })).toBe("no-lesson");
  const scores = (filter?: Parameters<typeof eachDelivery>[1]) =>
    [...eachDelivery(database, filter)].map(({ score }) => score);
  expect(scores()).toEqual([3, 2, 1]);
  expect(scores({ since: at(2000) })).toEqual([3, 2]);
  expect(scores({ lesson: stash.id })).toEqual([3, 1]);
  expect(scores({ lesson: bump.id, since: at(4000) })).toEqual([]);
});

function prepare() {
  const context = freshContext();
  const { database } = context;
  const stash = add(context, gitStash);
  const bump = add(context, versionBump);
  /** The place of the call of a delivery that is noted now. */
  const tell = (change: Partial<DeliveryRow>) => {
    database.exec("DELETE FROM deliveries");
    insertDelivery(database, "key", { ...delivery(stash.id), ...change });
    const [stored] = [...eachDelivery(database)];
    return stored?.call ?? null;
  };
  return { database, stash, bump, tell };
}

function delivery(lesson: string): DeliveryRow {
  return {
    lesson,
    agent: "claude-code",
    sessionId: "s1",
    subagent: null,
    idKey: null,
    at: noon,
    tool: "Bash",
    mode: "advise",
    form: "full",
    score: 1200,
    matched: ["tool"],
    tookMs: 40,
  };
}

/** Calls with the keys of their ids. */
function keep(database: Database, calls: readonly (readonly [LedgerCall, number | null])[]): void {
  keepLedger(
    database,
    calls.map(([call]) => call),
  );
  const name = prepared(database, "UPDATE calls SET id_key = ? WHERE number = ?");
  for (const [index, [, idKey]] of calls.entries()) name.run(idKey, index + 1);
}
