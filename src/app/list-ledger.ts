import { listCalls, type LedgerFilter, type LedgerPage } from "../store/calls.ts";
import type { Workshop } from "./workshop.ts";

export type { LedgerEntry, LedgerFilter, LedgerPage } from "../store/calls.ts";

/** The tool calls that fit, newest first, and how they ended. */
export function listLedger(
  { database }: Pick<Workshop, "database">,
  filter: LedgerFilter,
): LedgerPage {
  return listCalls(database, filter);
}
