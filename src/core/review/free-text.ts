import { type Cursor, isPause, isWord, tokenAt } from "./decision-cursor.ts";
import { actNames } from "./act.ts";
import { actOf, isField, nearestAct, words } from "./decision-words.ts";
import { isPlainSlug, isPlainTarget } from "./target-forms.ts";

/**
 * A text without quotes, from the cursor to where the next act begins: a pause after which
 * somebody clearly asks for something. Commas and "and" inside of the text do not end it; a new
 * line does. Empty when there is none.
 */
export function readFreeText(cursor: Cursor, { isValue }: { readonly isValue: boolean }): string {
  const first = tokenAt(cursor, cursor.at);
  if (first.kind === "end" || isPause(first)) return "";
  let end = first.end;
  for (; ; cursor.at += 1) {
    const token = tokenAt(cursor, cursor.at);
    if (token.kind === "end" || token.word === "\n") break;
    if (isPause(token) && beginsAct(cursor, cursor.actual[cursor.at] ?? cursor.at, isValue)) break;
    end = token.end;
  }
  return cursor.text.slice(first.start, end);
}

/**
 * Whether an act, or another change of the same edit, begins at that token. Common words ("keep",
 * "leave", "open") begin one only in front of lessons; a misspelt act in front of lessons counts,
 * so that it is reported and does not disappear in the text.
 */
function beginsAct(cursor: Cursor, at: number, isValue: boolean): boolean {
  const token = tokenAt(cursor, at);
  if (token.kind !== "word") return false;
  const nextAt = cursor.solid[at + 1] ?? at + 1;
  const next = tokenAt(cursor, nextAt);
  const isBeforeLessons = isPlainTarget(next);
  if (isPlainTarget(token)) {
    const afterSign = isWord(next, words.passives) ? tokenAt(cursor, nextAt + 1) : next;
    // `archive 3 old, 4 "niche"`: the second lesson lacks its act, which is said and not swallowed.
    return actOf(afterSign.word) !== undefined || next.kind === "quoted" || next.word === "because";
  }
  const act = actOf(token.word);
  if (act === undefined) {
    if (isValue && isField(token.word))
      return isWord(next, words.valueSigns) || next.kind === "quoted";
    return isBeforeLessons && nearestAct(token.word) !== undefined;
  }
  if (isBeforeLessons || isPlainSlug(next)) return true;
  if (act === "edit" && isField(next.word))
    return isWord(tokenAt(cursor, nextAt + 1), words.ofSigns);
  if (!actNames.some((name) => name === token.word)) return false;
  return (
    next.kind === "end" ||
    next.kind === "quoted" ||
    isPause(next) ||
    isWord(next, words.pronouns) ||
    (act === "approve" && (next.word === "with" || isWord(next, words.deliveries))) ||
    (act === "archive" && (next.word === ":" || next.word === "because"))
  );
}
