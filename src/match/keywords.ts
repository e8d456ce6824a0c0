import type { Condition, Found } from "./condition.ts";
import { foldedText, type Sight } from "./moment.ts";
import { pointsFor, weights } from "./relevance.ts";

/**
 * Which keywords were said in the last messages, wherever in a word: `release` is in "released".
 * The points are the fraction that was said. A blank keyword would be in every text, so it is none.
 */
export function judgeKeywords(
  name: "actionKeywords" | "contextKeywords",
  keywords: readonly string[],
  sight: Sight,
): Condition {
  const weight = weights[name];
  const declared = keywords.filter((keyword) => keyword.trim() !== "");
  if (declared.length === 0) {
    const verdict = "notDeclared";
    return { name, declared, verdict, found: [], points: pointsFor(verdict, weight) };
  }
  const found = declared.flatMap((keyword): readonly Found[] => {
    const said = foldedText(keyword.trim());
    const message = sight.messages().find((text) => text.includes(said));
    return message === undefined ? [] : [{ declared: keyword, in: around(message, said) }];
  });
  return {
    name,
    declared,
    verdict: found.length > 0 ? "matched" : "failed",
    found,
    points: Math.round((weight * found.length) / declared.length),
  };
}

/** The keyword with a few words on both sides. */
function around(message: string, said: string): string {
  const at = message.indexOf(said);
  return message.slice(Math.max(0, at - shownAround), at + said.length + shownAround);
}

const shownAround = 60;
