import type { Instant } from "../core/lesson.ts";
import { ledgerOverview } from "../store/calls.ts";
import type { Workshop } from "./workshop.ts";

/** From the oldest call to the newest, of those that have a time. */
export interface LedgerSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** Undefined when no call was read. */
export function ledgerSpan({ database }: Pick<Workshop, "database">): LedgerSpan | undefined {
  const times = ledgerOverview(database)
    .flatMap(({ from, to }) => [from, to])
    .filter((time) => time !== null)
    .toSorted();
  const [from, to] = [times[0], times.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}
