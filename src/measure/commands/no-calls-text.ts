import type { LedgerSpan } from "../../capture/ledger/calls.ts";
import type { SplitReport } from "../backtest/split-backtest.ts";
import { minute, paragraph } from "../../cli/layout.ts";

/** Why there is nothing to replay. */
export function noCallsText(
  { width }: { readonly width: number },
  { after, before, since, span }: NoCalls,
): string {
  if (span !== undefined && after !== undefined)
    return beyondSpanText("No call", { side: "after", time: after, span }, { width });
  if (span !== undefined && before !== undefined && since !== undefined)
    return `No call lies between ${minute(since)} and ${minute(before)} UTC.\n`;
  if (span !== undefined && before !== undefined)
    return beyondSpanText("No call", { side: "before", time: before, span }, { width });
  return "No calls to replay. lessons scan reads the agents' logs into the ledger.\n";
}

/** A time with no call on one side of it, and what there is. */
interface NoCalls {
  readonly after?: string | undefined;
  readonly before?: string;
  readonly since?: string | undefined;
  readonly span: LedgerSpan | undefined;
}

/** The time of which one side has no call; undefined when both have some. */
export function missingSide(
  report: SplitReport | undefined,
  since: string | undefined,
): Omit<NoCalls, "span"> | undefined {
  if (report === undefined) return { after: since };
  const { before, after, splitAt } = report;
  if (after.calls === 0) return { after: since !== undefined && since > splitAt ? since : splitAt };
  return before.calls === 0 ? { before: splitAt, since } : undefined;
}

/** Why there is nothing to show although calls were read: what lies on that side of a time, and what there is instead. */
export function beyondSpanText(
  nothing: string,
  { side, time, span }: Beyond,
  { width }: { readonly width: number },
): string {
  const [edge, at] = side === "after" ? ["newest", span.to] : ["oldest", span.from];
  const text = `${nothing} lies ${side} ${minute(time)} UTC: the ${edge} call is of ${minute(at)} UTC.`;
  return paragraph(text, { width });
}

interface Beyond {
  readonly side: "before" | "after";
  readonly time: string;
  readonly span: LedgerSpan;
}
