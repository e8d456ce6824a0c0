/** The words of a text without what two ways of writing it differ in. */
export function normalWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
