import type { LedgerSpan } from "../../capture/ledger/calls.ts";
import { hang, minute } from "../../cli/layout.ts";

/** Why there is nothing to show although calls were read: what lies on that side of a time, and what there is instead. */
export function beyondSpanText(
  nothing: string,
  { side, time, span }: Beyond,
  { width }: { readonly width: number },
): string {
  const [edge, at] = side === "after" ? ["newest", span.to] : ["oldest", span.from];
  const text = `${nothing} lies ${side} ${minute(time)} UTC: the ${edge} call is of ${minute(at)} UTC.`;
  return `${hang("", text, { column: 0, width })}\n`;
}

export interface Beyond {
  readonly side: "before" | "after";
  readonly time: string;
  readonly span: LedgerSpan;
}
