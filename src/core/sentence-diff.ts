import type { SentenceChange } from "./review/review-card.ts";

/** What becomes of the sentences of a text, in reading order: what goes comes before what takes its place. */
export function sentenceDiff(before: string, after: string): readonly SentenceChange[] {
  const old = sentencesOf(before);
  const young = sentencesOf(after);
  const kept = commonLengths(old, young);
  const changes: SentenceChange[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < young.length) {
    const [gone, added] = [old[at], young[to]];
    if (gone !== undefined && added !== undefined && isSame(gone, added)) {
      changes.push({ is: "same", text: added });
      at += 1;
      to += 1;
    } else if (
      gone !== undefined &&
      (added === undefined || kept(at + 1, to) >= kept(at, to + 1))
    ) {
      changes.push({ is: "gone", text: gone });
      at += 1;
    } else if (added !== undefined) {
      changes.push({ is: "added", text: added });
      to += 1;
    }
  }
  return changes;
}

/** Lines and, within them, what ends with a full stop, a question or an exclamation mark. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text
    .split("\n")
    .flatMap((line) => line.split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  // The comparison costs the product of the numbers, and nobody reads more than that.
  if (sentences.length <= mostSentences) return sentences;
  const first = sentences.slice(0, mostSentences - 1);
  return [...first, sentences.slice(mostSentences - 1).join(" ")];
}

/** Whether two sentences say the same: case, spacing and the mark at the end do not matter. */
export function isSame(one: string, other: string): boolean {
  return essence(one) === essence(other);
}

const sentenceEnd = /(?<=[.!?…])\s+/u;
const mostSentences = 200;

function essence(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && ".!?… ".includes(sentence.charAt(end - 1))) end -= 1;
  return sentence.slice(0, end).toLowerCase().replace(/\s+/gu, " ");
}

/** How many sentences the rests of both texts have in common, in order. */
function commonLengths(
  old: readonly string[],
  young: readonly string[],
): (at: number, to: number) => number {
  const [ours, theirs] = [old.map(essence), young.map(essence)];
  const rows: number[][] = Array.from({ length: old.length + 1 }, () => []);
  const kept = (at: number, to: number) => rows[at]?.[to] ?? 0;
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = young.length - 1; to >= 0; to -= 1) {
      const row = rows[at];
      if (row === undefined) continue;
      row[to] =
        ours[at] === theirs[to]
          ? kept(at + 1, to + 1) + 1
          : Math.max(kept(at + 1, to), kept(at, to + 1));
    }
  }
  return kept;
}
