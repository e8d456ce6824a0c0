import { plainLine } from "../../redact/plain-text.ts";
import type { ReviewCard } from "../review-card.ts";
import type { SpanLook } from "./frame.ts";
import { isArchived, isUndecided, type Row, type RowDecision, type RowVerdict } from "./model.ts";

export const verdictMarks: Readonly<Record<RowVerdict["is"], string>> = {
  none: " ",
  approve: "✓",
  expand: "+",
  unarchive: "↺",
  archive: "✗",
};

/** What will happen to a lesson when the person confirms, in words; nothing where nothing was decided. */
export function verdictWords(
  row: Row,
  decision: RowDecision,
  card: ReviewCard | undefined,
): string | undefined {
  if (isUndecided(decision)) return isArchived(row) ? "y restores it" : undefined;
  const { verdict } = decision;
  const mark = verdict.is === "none" ? "✎" : verdictMarks[verdict.is];
  const notes = editNotes(decision);
  const changed = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  switch (verdict.is) {
    case "none":
      return `${mark} will be saved, not approved${changed}`;
    case "approve":
      return `${mark} will be approved${changed}`;
    case "expand":
      return `${mark} will be added to ${card?.expands?.slug ?? "the lesson it expands"}${changed}`;
    case "unarchive":
      return `${mark} will be a candidate again`;
    case "archive":
      return `${mark} will be archived${verdict.reason === undefined ? "" : `: ${plainLine(verdict.reason)}`}`;
  }
}

export function verdictLook({ verdict }: RowDecision): SpanLook | undefined {
  switch (verdict.is) {
    case "none":
      return undefined;
    case "archive":
      return "red";
    default:
      return "green";
  }
}

/** `hold`, `fix`, `title changed`. */
export function editNotes({ edits }: RowDecision): readonly string[] {
  return edits.map(({ field, value }) => {
    if (field === "delivery") return value;
    return `${field === "summary" ? "title" : field} changed`;
  });
}
