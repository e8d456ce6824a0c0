import type { Decision, RowVerdict } from "./decision.ts";
import { isNoise, type Row } from "./model.ts";

/** What will happen to a lesson when the person confirms, in words. */
export function verdictWords(row: Row, { verdict, edits }: Decision): string {
  const edited =
    edits.length === 0 ? "" : `, ${edits.map(({ field }) => field).join(", ")} changed`;
  switch (verdict.is) {
    case "none":
      if (isNoise(row)) return "[ ] stays archived";
      return edits.length === 0
        ? "[ ] not decided"
        : `[ ] saved, stays ${row.card.lesson.stage.status}${edited}`;
    case "approve":
      return `[✓] will be promoted${edited}`;
    case "skip":
      return edits.length === 0
        ? "[↷] skipped: it will reappear"
        : `[↷] saved, and will reappear${edited}`;
    case "expand":
      return `[+] will be added to ${row.card.expands?.slug ?? ""}${edited}`;
    case "unarchive":
      return "[↺] will be a candidate again";
    case "archive":
      return `[✗] will be archived: ${verdict.reason}`;
  }
}

export const verdictMarks: Readonly<Record<RowVerdict["is"], string>> = {
  none: " ",
  approve: "✓",
  skip: "↷",
  expand: "+",
  unarchive: "↺",
  archive: "✗",
};
