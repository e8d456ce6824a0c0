import { sentenceAt, unquoted } from "./own-words.ts";

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
  /lesson|for future|forward|from now on|from here on|remember|note to self|next time|standard|standing|rule:/iu;
/** "Important:" is not among them: agents put it over everything. "I remember that" recalls, and teaches nothing. */
export const lesson =
  /\blessons? learned\b|\b(?:the|one|a|key|my|main) lesson (?:here |from this )?(?:is|was)\b|(?<!#)\blesson:|\b(?:(?:code|coding|project) standards?|standing (?:orders?|rule|item)|new rule):|\bnote (?:for (?:the )?future|to self)\b|(?:^|[.!?\n] ?)for future reference[:,]|\b(?:going|moving) forward\b|\bfrom (?:now|here) on\b|(?:^|[.!?\n] ?|\b(?:please|pls|always|and|but|also) )remember that\b|(?:^|[.!?\n] ?)next time,? (?!you (?:run|open|start|log)|it|the)\w/giu;
export const timeOnly = /\bforward\b|\bfrom (?:now|here) on\b/iu;
export const order =
  /\b(?:i['’]?ll|i will|i won['’]?t|we|you|always|never|use|run|please|pls|should|must|don['’]?t|do not|only|prefer|avoid|make sure|just)\b/iu;

/** The sentence in which the agent names what was at fault; undefined when it names nothing. */
export function selfDiagnosis(text: string): string | undefined {
  const bounded = text.slice(0, longestDiagnosis);
  // Most texts name nothing, quoted or not; do not take them apart.
  if (!surestFirst.some((pattern) => pattern.test(bounded))) return undefined;
  const plain = unquoted(bounded);
  for (const pattern of surestFirst) {
    const index = plain.search(pattern);
    if (index >= 0) return sentenceAt(bounded, plain, index);
  }
  return undefined;
}

const longestDiagnosis = 10_000;

export const surestFirst: readonly RegExp[] = [
  /\b(?:root cause|the (?:real|actual|underlying|core) (?:issue|problem|cause|reason|culprit|bug)|the culprit)\b/iu,
  /\bthe (?:issue|problem|cause|reason|bug|failure|error) (?:is|was|here is|here was|comes from|lies|seems to be|appears to be)\b|\b(?:caused by|turns out|the fault (?:is|was)|this (?:is|was) because|that(?:'|’)?s because|that(?:'|’)?s why)\b/iu,
  /\b(?:does(?:n['’]?t| not)|do(?:n['’]?t| not)|did(?:n['’]?t| not)) (?:support|exist|accept|allow|have (?:a|an|the|any)|understand|recogni[sz]e|handle|work (?:on|in|with|here|from))\b|\b(?:is(?:n['’]?t| not)|are(?:n['’]?t| not)) (?:supported|available|installed|allowed|on (?:the )?path|a valid|valid|running|configured)\b|\bcan(?:['’]?t|not) (?:be used|access|reach|write|run|use|find)\b|\bonly works? (?:with|in|on|when|if)\b|\brequires? (?:a|an|the|that|to be)\b/iu,
];
