import type { LedgerSpan } from "../../capture/ledger/calls.ts";
import type { SplitReport } from "../backtest/split-backtest.ts";
import { minute, paragraph } from "../../cli/layout.ts";

/** A time with no call on one side of it. */
interface NoCalls {
  readonly after?: string | undefined;
  readonly before?: string;
  readonly since?: string | undefined;
}

/** Why there is nothing to replay. */
export function noCallsText(
  page: { readonly width: number },
  { after, before, since }: NoCalls,
  span: LedgerSpan | undefined,
): string {
  if (span !== undefined && after !== undefined)
    return beyondSpanText("No call", { after, span }, page);
  if (span !== undefined && before !== undefined)
    return since === undefined
      ? beyondSpanText("No call", { before, span }, page)
      : `No calls between ${minute(since)} and ${minute(before)} UTC.\n`;
  return "No calls to replay. To read your agents' logs: lessons scan\n";
}

/** The time of which one side has no call; undefined when both have some. */
export function missingSide(
  report: SplitReport | undefined,
  since: string | undefined,
): NoCalls | undefined {
  if (report === undefined) return { after: since };
  const { before, after, splitAt } = report;
  if (after.calls === 0) return { after: since !== undefined && since > splitAt ? since : splitAt };
  return before.calls === 0 ? { before: splitAt, since } : undefined;
}

/** Why there is nothing to show although calls were read: what lies on that side of a time, and what there is instead. */
export function beyondSpanText(
  nothing: string,
  beyond: { readonly span: LedgerSpan } & (
    | { readonly after: string }
    | { readonly before: string }
  ),
  page: { readonly width: number },
): string {
  const { from, to } = beyond.span;
  const text =
    "after" in beyond
      ? `after ${minute(beyond.after)} UTC: the newest call is from ${minute(to)} UTC.`
      : `before ${minute(beyond.before)} UTC: the oldest call is from ${minute(from)} UTC.`;
  return paragraph(`${nothing} lies ${text}`, page);
}
