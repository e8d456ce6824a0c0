import { type Cursor, isWord, peek, problemAt, tokenAt } from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import type { Token } from "./decision-tokens.ts";
import { words } from "./decision-words.ts";
import { readFreeText } from "./free-text.ts";

/** Why the lessons are archived: quoted, after a colon or "because", or simply said. There must be one. */
export function parseReason(cursor: Cursor, first: Token): string | DecisionProblem {
  const end = cursor.at;
  if (isWord(peek(cursor), words.reasonOpenings)) cursor.at += 1;
  if (isWord(tokenAt(cursor, cursor.at), moreOpenings)) cursor.at += 1;
  const token = tokenAt(cursor, cursor.at);
  if (token.kind === "unclosed") return problemAt(cursor, "a quote that closes again");
  if (token.kind === "quoted") {
    cursor.at += 1;
    if (token.text.trim() !== "") return token.text;
  } else {
    const reason = readFreeText(cursor, { isValue: false }).replace(/^\((.*)\)$/s, "$1");
    if (reason !== "") return reason;
  }
  cursor.at = end;
  const part = problemAt(cursor, "", { from: first });
  return { ...part, expected: `the reason, as in “${part.text} because too niche”` };
}

const moreOpenings: ReadonlySet<string> = new Set(["of", ":", "="]);
