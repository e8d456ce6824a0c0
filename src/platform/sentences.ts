/** Lines and, within them, what ends with a full stop, a question or an exclamation mark. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text
    .split("\n")
    .flatMap((line) => line.split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  // To compare them costs the product of their numbers, and nobody reads more than that.
  if (sentences.length <= mostSentences) return sentences;
  const first = sentences.slice(0, mostSentences - 1);
  return [...first, sentences.slice(mostSentences - 1).join(" ")];
}

const sentenceEnd = /(?<=[.!?…])\s+/u;
const mostSentences = 200;

/** Whether two sentences say the same: case, spacing and the mark at the end do not matter. */
export function isSame(one: string, other: string): boolean {
  return essence(one) === essence(other);
}

/** What it says, without what does not matter. */
export function essence(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && ".!?… ".includes(sentence.charAt(end - 1))) end -= 1;
  return sentence.slice(0, end).toLowerCase().replace(/\s+/gu, " ");
}
