import type { Act, Targets } from "./act.ts";
import { type Cursor, isPause, pass, peek, problemAt, tokenAt } from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import type { Token } from "./decision-tokens.ts";
import { shortFields, words } from "./decision-words.ts";
import { readFreeText } from "./free-text.ts";

/** The field and its new value, at the cursor. `knownField` when the field was said before the lessons. */
export function parseChange(
  cursor: Cursor,
  first: Token,
  targets: Targets,
  knownField?: Token,
): Act | DecisionProblem {
  if (knownField === undefined) pass(cursor, fieldOpenings);
  const field = knownField ?? peek(cursor);
  if (field.kind !== "word" || !/^\p{L}[\p{L}\p{N}_-]*$/u.test(field.text) || isSign(field)) {
    const expected = "a field and its value, as in summary “X”";
    return field.kind === "end" || isPause(field)
      ? problemAt(cursor, expected, { from: first })
      : problemAt(cursor, expected);
  }
  if (knownField === undefined) cursor.at += 1;
  const end = cursor.at;
  passSigns(cursor);
  const token = tokenAt(cursor, cursor.at);
  if (token.kind === "unclosed") return problemAt(cursor, "a quote that closes again");
  if (token.kind === "quoted") {
    cursor.at += 1;
    return { act: "edit", targets, field: field.text, value: token.text };
  }
  const isShort = shortFields.has(field.word);
  const value = isShort ? readShortText(cursor) : readFreeText(cursor, { isValue: true });
  if (value !== "") return { act: "edit", targets, field: field.text, value };
  cursor.at = end;
  return problemAt(cursor, `the new ${field.text}`, { from: first });
}

/** The value as typed up to a space, a comma or a semicolon: a scope has a colon in it. */
function readShortText(cursor: Cursor): string {
  const first = tokenAt(cursor, cursor.at);
  if (first.kind !== "word") return "";
  let end = first.start;
  for (; ; cursor.at += 1) {
    const token = tokenAt(cursor, cursor.at);
    if (token.start > end || token.kind === "end" || isPause(token)) break;
    end = token.end;
  }
  return cursor.text.slice(first.start, end);
}

function passSigns(cursor: Cursor): void {
  while (words.valueSigns.has(tokenAt(cursor, cursor.at).word)) cursor.at += 1;
}

function isSign(token: Token): boolean {
  return words.valueSigns.has(token.word);
}

const fieldOpenings: ReadonlySet<string> = new Set([":", "its", "their", "the", "field"]);
