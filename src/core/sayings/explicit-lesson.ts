import { sentenceAt, unquoted } from "./unquoted.ts";

/**
 * The sentence in which somebody says outright what is to be learned, as they wrote it; undefined when
 * there is none. What is only quoted, or stands in code, was not said.
 */
export function explicitLesson(text: string): string | undefined {
  const bounded = text.slice(0, longestText);
  if (!hint.test(bounded)) return undefined;
  const plain = unquoted(bounded);
  for (const { index } of plain.matchAll(lesson)) {
    const sentence = sentenceAt(bounded, plain, index);
    if (sentence.length >= shortest && teaches(sentence)) return sentence;
  }
  return undefined;
}

/** "It works going forward" only tells what is. */
function teaches(sentence: string): boolean {
  if (sentence.endsWith("?")) return false;
  return !timeOnly.test(sentence) || order.test(sentence);
}

const longestText = 50_000;
/** "From now on." alone teaches nothing. */
const shortest = 20;

/** Nearly every text has none of these words; do not look closer at it. */
export const hint =
  /lesson|for future|forward|from now on|from here on|remember|note to self|next time/iu;
/** "Important:" is not among them: agents put it over everything. "I remember that" recalls, and teaches nothing. */
export const lesson =
  /\blessons? learned\b|\b(?:the|one|a|key|my|main) lesson (?:here |from this )?(?:is|was)\b|(?<!#)\blesson:|\bnote (?:for (?:the )?future|to self)\b|(?:^|[.!?\n] ?)for future reference[:,]|\b(?:going|moving) forward\b|\bfrom (?:now|here) on\b|(?:^|[.!?\n] ?|\b(?:please|pls|always|and|but|also) )remember that\b|(?:^|[.!?\n] ?)next time,? (?!you (?:run|open|start|log)|it|the)\w/giu;
export const timeOnly = /\bforward\b|\bfrom (?:now|here) on\b/iu;
export const order =
  /\b(?:i['’]?ll|i will|i won['’]?t|we|you|always|never|use|run|please|pls|should|must|don['’]?t|do not|only|prefer|avoid|make sure|just)\b/iu;
