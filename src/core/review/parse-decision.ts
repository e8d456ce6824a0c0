import type { Act } from "./act.ts";
import {
  type Cursor,
  isPause,
  isProblem,
  peek,
  problemAt,
  startOf,
  tokenAt,
} from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import { actOf, isField, nearestAct } from "./decision-words.ts";
import { actList } from "./act-problems.ts";
import { parseAct } from "./parse-act.ts";

/**
 * What a person said about the lessons of a review, as acts in the order in which they were said.
 * All of it or nothing: the first part that is not understood is the answer then. Never throws.
 */
export function parseDecision(
  text: string,
): { readonly acts: readonly Act[] } | { readonly problem: DecisionProblem } {
  const cursor = startOf(text);
  const unclosed = cursor.tokens.findIndex((token) => token.kind === "unclosed");
  const acts: Act[] = [];
  for (;;) {
    cursor.at = cursor.actual[cursor.at] ?? cursor.at;
    if (tokenAt(cursor, cursor.at).kind === "end") break;
    const act = parseAct(cursor, acts.at(-1));
    if (isProblem(act)) return { problem: act };
    acts.push(act);
    if (!mayFollow(cursor, act)) return { problem: noPause(cursor) };
  }
  if (unclosed >= 0) {
    cursor.at = unclosed;
    return { problem: problemAt(cursor, "a quote that closes again") };
  }
  if (acts.length > 0) return { acts };
  return {
    problem: { start: 0, end: text.length, text, expected: actList, suggestion: "approve all" },
  };
}

/** After an act comes a pause, or the next act, which its own word shows well enough. */
function mayFollow(cursor: Cursor, act: Act): boolean {
  const token = peek(cursor);
  if (token.kind === "end" || isPause(token)) return true;
  if (token.kind !== "word") return false;
  return actOf(token.word) !== undefined || (act.act === "edit" && isField(token.word));
}

function noPause(cursor: Cursor): DecisionProblem {
  return problemAt(cursor, `a comma, “and”, “then” or a new line, and then ${actList}`, {
    suggestion: nearestAct(peek(cursor).word),
  });
}
