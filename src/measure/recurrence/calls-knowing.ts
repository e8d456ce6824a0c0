import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";

/** Where the result of each call stands in its log, by the call's ordinal. Not known of calls that were read long ago. */
export type ResultLines = ReadonlyMap<number, number>;

/**
 * The calls of the same conversation that were made after the result of one had come. An agent may make several calls
 * at once; those beside it were made without knowing what it brought. `calls` are those of the log, in order.
 */
export function callsKnowing(
  call: LedgerCall,
  calls: readonly LedgerCall[],
  resultLines: ResultLines,
): readonly LedgerCall[] {
  const later = calls.filter(
    ({ thread, ordinal }) => thread === call.thread && ordinal > call.ordinal,
  );
  const resultLine = resultLines.get(call.ordinal);
  if (resultLine !== undefined) return later.filter(({ line }) => line > resultLine);
  return later.slice(countInOneBreath(call, later));
}

/** Between two calls of which the second knows the first there is at least the line of a result. */
function countInOneBreath(call: LedgerCall, later: readonly LedgerCall[]): number {
  let line = call.line;
  const next = later.findIndex((other) => {
    const isApart = other.line - line > 1;
    line = other.line;
    return isApart;
  });
  return next === -1 ? later.length : next;
}
