import { sentenceAt, unquoted } from "./unquoted.ts";

/** The sentence in which the agent names what was at fault; undefined when it names nothing. */
export function selfDiagnosis(text: string): string | undefined {
  const bounded = text.slice(0, longestText);
  // Most texts name nothing, quoted or not; do not take them apart.
  if (!surestFirst.some((pattern) => pattern.test(bounded))) return undefined;
  const plain = unquoted(bounded);
  for (const pattern of surestFirst) {
    const index = plain.search(pattern);
    if (index >= 0) return sentenceAt(bounded, plain, index);
  }
  return undefined;
}

const longestText = 10_000;

export const surestFirst: readonly RegExp[] = [
  /\b(?:root cause|the (?:real|actual|underlying|core) (?:issue|problem|cause|reason|culprit|bug)|the culprit)\b/iu,
  /\bthe (?:issue|problem|cause|reason|bug|failure|error) (?:is|was|here is|here was|comes from|lies|seems to be|appears to be)\b|\b(?:caused by|turns out|the fault (?:is|was)|this (?:is|was) because|that(?:'|’)?s because|that(?:'|’)?s why)\b/iu,
  /\b(?:does(?:n['’]?t| not)|do(?:n['’]?t| not)|did(?:n['’]?t| not)) (?:support|exist|accept|allow|have (?:a|an|the|any)|understand|recogni[sz]e|handle|work (?:on|in|with|here|from))\b|\b(?:is(?:n['’]?t| not)|are(?:n['’]?t| not)) (?:supported|available|installed|allowed|on (?:the )?path|a valid|valid|running|configured)\b|\bcan(?:['’]?t|not) (?:be used|access|reach|write|run|use|find)\b|\bonly works? (?:with|in|on|when|if)\b|\brequires? (?:a|an|the|that|to be)\b/iu,
];
