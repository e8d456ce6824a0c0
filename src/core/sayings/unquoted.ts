/**
 * The text with everything blanked out that somebody only quotes: code fences, inline code, quoted
 * lines and words in double quotes. As long as the text itself, so that a place found here is the same
 * place there.
 */
export function unquoted(text: string): string {
  return quotations.reduce(
    (plain, quotation) => plain.replaceAll(quotation, (quoted) => " ".repeat(quoted.length)),
    blankFences(text),
  );
}

/** A sentence as it was written, found by a place in it. `plain` is the text without what it quotes. */
export function sentenceAt(text: string, plain: string, index: number): string {
  const before = plain.slice(Math.max(index - longestSentence, 0), index);
  const start = index - before.length + lastEnd(before);
  const after = plain.slice(index, index + longestSentence);
  const end = after.search(sentenceEnd);
  return text
    .slice(start, end === -1 ? index + after.length : index + end + 1)
    .replace(/^[\s>*#-]+/u, "")
    .trim();
}

const longestSentence = 300;
export const sentenceEnd = /[.!?](?:\s|$)|\n/u;

function lastEnd(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) {
    const isEnd =
      text[at] === "\n" || (/[.!?]/u.test(text[at] ?? "") && /\s/u.test(text[at + 1] ?? ""));
    if (isEnd) return at + 1;
  }
  return 0;
}

/** By hand: a fence that is never closed goes to the end, and a pattern for that is not linear. */
function blankFences(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  let fence = "";
  return text
    .split("\n")
    .map((line) => {
      const mark = /^ {0,3}(```|~~~)/u.exec(line)?.[1] ?? "";
      const isFence = mark !== "" && (fence === "" || fence === mark);
      const isHidden = isFence || fence !== "";
      if (isFence) fence = fence === "" ? mark : "";
      return isHidden ? " ".repeat(line.length) : line;
    })
    .join("\n");
}

/** One after the other: together they are more than a checker can prove to be fast. */
export const quotations: readonly RegExp[] = [
  /^ {0,3}>[^\n]*/gmu,
  /`[^`\n]+`/gu,
  /"[^"\n]+"/gu,
  /“[^“”\n]+”/gu,
];
