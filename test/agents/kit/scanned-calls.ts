import { join } from "node:path";
import { eachReplayCall } from "../../../src/capture/ledger/replay-calls.ts";
import type { LedgerCall } from "../../../src/capture/ledger/ledger-call.ts";
import { openDatabase } from "../../../src/platform/database/database.ts";
import { lessons } from "./lessons.ts";
import type { Sandbox } from "./sandbox.ts";

/** Reads the logs of the sandbox with the built program; the calls that are in the ledger then, oldest first. */
export function scannedCalls(sandbox: Sandbox): readonly LedgerCall[] {
  lessons(sandbox, ["scan", "--json"]);
  const database = openDatabase(join(sandbox.home, ".lessons/lessons.db"), "2026-01-01");
  try {
    const calls = [...eachReplayCall(database)];
    return calls.toSorted((one, other) => (one.at ?? "").localeCompare(other.at ?? ""));
  } finally {
    database.close();
  }
}
