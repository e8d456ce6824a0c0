import { actNames, type ActName } from "./act.ts";
import { type Cursor, isWord, pass, peek, problemAt } from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import type { Token } from "./decision-tokens.ts";
import { actOf, nearestAct, words } from "./decision-words.ts";

/** An act that does not say what it is about. */
export function whichLessons(cursor: Cursor, name: ActName, first: Token): DecisionProblem {
  const token = peek(cursor);
  const isOver = token.kind === "end" || isWord(token, words.pauses);
  const suggestion = name === "approve" || name === "skip" ? `${name} all` : undefined;
  return isOver
    ? problemAt(cursor, `which lessons to ${name}: ${lessonForms}`, { from: first, suggestion })
    : problemAt(cursor, `which lessons to ${name}: ${lessonForms}`);
}

/** Something that is no act, perhaps a misspelt or a denied one. */
export function notAnAct(cursor: Cursor): DecisionProblem {
  const token = peek(cursor);
  if (token.kind === "unclosed") return problemAt(cursor, "a quote that closes again");
  if (!isWord(token, words.negations)) {
    return problemAt(cursor, actList, { suggestion: nearestAct(token.word) });
  }
  const expected = "what to do, not what not to do";
  pass(cursor, words.negations);
  if (actOf(peek(cursor).word) === undefined) return problemAt(cursor, expected, { from: token });
  cursor.at += 1;
  return problemAt(cursor, expected, { from: token, suggestion: "skip" });
}

export const actList = `${actNames.slice(0, -1).join(", ")} or ${actNames.slice(-1).join("")}`;
const lessonForms = "numbers, a range, slugs, all or rest";
