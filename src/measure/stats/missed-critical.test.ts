import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { deliveryKey, MissedCritical } from "./missed-critical.ts";

const [morning, noon, evening] = ["08", "12", "18"].map((hour) => `2026-01-01T${hour}:00:00.000Z`);
const begun = { ...ourLog, number: 2, sessionId: "begun" };
const delivered = { ...ourLog, number: 3, sessionId: "delivered" };
const later = { ...ourLog, number: 4, sessionId: "later" };
const firing = [{ id: "01", shown: "git push --force" }];

test("a critical lesson is due in sessions that began with us, from when both were there, until it was delivered", () => {
  const missed = new MissedCritical({
    activatedAt: new Map([["01", noon ?? ""]]),
    begunAt: new Map([
      ...[begun, delivered].map((log) => [sessionKey(log), morning ?? ""] as const),
      [sessionKey(later), evening ?? ""],
    ]),
    delivered: new Set([deliveryKey("01", sessionKey(delivered))]),
  });
  const due = [
    ledgerCall({ log: begun, at: evening ?? null, line: 7 }),
    ledgerCall({ log: begun, at: noon ?? null, line: 5 }),
  ];
  const notDue = [
    ledgerCall({ log: begun, at: morning ?? null }),
    ledgerCall({ log: begun, at: null }),
    ledgerCall({ log: delivered, at: noon ?? null }),
    ledgerCall({ log: ourLog, at: noon ?? null }),
    ledgerCall({ log: later, at: noon ?? null }),
  ];
  for (const call of [...due, ...notDue]) missed.add(call, firing);
  missed.add(ledgerCall({ log: begun, at: noon ?? null }), [{ id: "other", shown: undefined }]);
  expect(missed.list()).toMatchObject([
    { id: "01", sessions: 1, calls: 2, places: [{ place: { line: 5 } }, { place: { line: 7 } }] },
  ]);
  expect([begun, ourLog].map((log) => missed.isWatched(sessionKey(log)))).toEqual([true, false]);
});
