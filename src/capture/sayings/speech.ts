/**
 * What a person or an agent said, as sentences that patterns can be tested on: lower case, one space
 * between words, no apostrophes (so that "don't", "don’t" and "dont" are one word), no marks of
 * Markdown, "u" written out. A line break ends a sentence, since people who type fast use no full stops.
 */
export function sentencesOf(text: string): readonly string[] {
  const plain = text
    .slice(0, longestSpeech)
    .toLowerCase()
    .replaceAll(apostrophes, "")
    .replaceAll(marks, "")
    .replaceAll("_", " ")
    .replaceAll(shortYou, "you")
    .replaceAll(shortYour, "your");
  return plain
    .split(sentenceEnds)
    .map((sentence) => sentence.replaceAll(blanks, " ").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, mostSentences);
}

/** Whether any one sentence matches, and the second pattern too when there is one. */
export function says(sentences: readonly string[], pattern: RegExp, also?: RegExp): boolean {
  return sentences.some(
    (sentence) => pattern.test(sentence) && (also === undefined || also.test(sentence)),
  );
}

/** Whoever writes more than this pastes, and what they want stands at the beginning. */
const longestSpeech = 2000;
const mostSentences = 20;

export const apostrophes = /['’‘`´]/gu;
export const marks = /[*"“”«»]/gu;
export const shortYou = /\bu\b(?![.\-/])/gu;
export const shortYour = /\bur\b/gu;
export const blanks = /\s+/gu;
/** A full stop inside a name (`app.ts`, `../lib`) ends nothing. */
export const sentenceEnds = /[.!?;:](?=\s|$)|[\n\r]|\s[-–—]\s/u;
