import { editsBetween, linesOf, type Edit } from "./line-edits.ts";

/**
 * What changed between two texts, as a unified diff without its file header. Empty when nothing did.
 * Bounded: texts that differ in too many places are shown as one replaced piece, which is still true.
 */
export function lineDiff(before: string, after: string): string {
  if (before === after) return "";
  return hunksOf(editsBetween(linesOf(before), linesOf(after)))
    .map(hunkText)
    .join("");
}

interface Hunk {
  readonly oldStart: number;
  readonly youngStart: number;
  readonly edits: readonly Edit[];
}

/** Runs of changes with some unchanged lines around; runs that are near are one. */
function hunksOf(edits: readonly Edit[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [oldLine, youngLine] = [0, 0];
  const places = edits.map(({ is }) => {
    const place = { oldLine, youngLine };
    if (is !== "added") oldLine += 1;
    if (is !== "gone") youngLine += 1;
    return place;
  });
  let index = edits.findIndex(({ is }) => is !== "same");
  while (index >= 0) {
    const start = Math.max(0, index - contextLines);
    let end = index;
    for (let ahead = index; ahead < edits.length && ahead - end <= 2 * contextLines; ahead += 1)
      if (edits[ahead]?.is !== "same") end = ahead;
    const stop = Math.min(edits.length, end + contextLines + 1);
    const place = places[start] ?? { oldLine: 0, youngLine: 0 };
    hunks.push({
      oldStart: place.oldLine,
      youngStart: place.youngLine,
      edits: edits.slice(start, stop),
    });
    index = edits.findIndex(({ is }, later) => later > end && is !== "same");
  }
  return hunks;
}

const contextLines = 3;

function hunkText({ oldStart, youngStart, edits }: Hunk): string {
  const oldCount = edits.filter(({ is }) => is !== "added").length;
  const youngCount = edits.filter(({ is }) => is !== "gone").length;
  const head = `@@ -${range(oldStart, oldCount)} +${range(youngStart, youngCount)} @@\n`;
  return head + edits.map(editText).join("");
}

/** Of an empty range the line before it is named, as `diff` does. */
function range(start: number, count: number): string {
  const first = count === 0 ? start : start + 1;
  return count === 1 ? `${first}` : `${first},${count}`;
}

const marks = { same: " ", gone: "-", added: "+" } as const;

function editText({ is, line }: Edit): string {
  return line.endsWith("\n")
    ? `${marks[is]}${line}`
    : `${marks[is]}${line}\n\\ No newline at end of file\n`;
}
