import { diffArrays, formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from "diff";

/**
 * What changed between two texts, as a unified diff without its file header. Empty when nothing did.
 * Bounded: texts that differ in too many places are shown as one replaced piece, which is still true.
 */
export function lineDiff(before: string, after: string): string {
  if (before === after) return "";
  const patch = linePatch(before, after, mostEdits) ?? replacement(before, after);
  return formatPatch(patch, OMIT_HEADERS);
}

/**
 * The cost grows with the square of it, and nobody reads more. A number of edits and not a time, so that the
 * answer is the same on every machine.
 */
const mostEdits = 1000;

function linePatch(
  before: string,
  after: string,
  maxEditLength: number,
): StructuredPatch | undefined {
  return structuredPatch("", "", before, after, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
}

/** All lines go, and all come. From nothing, and to nothing, there is one way, which is found at once. */
function replacement(before: string, after: string): StructuredPatch {
  const gone = linePatch(before, "", Infinity)?.hunks[0];
  const added = linePatch("", after, Infinity)?.hunks[0];
  const hunk = {
    oldStart: 1,
    oldLines: gone?.oldLines ?? 0,
    newStart: 1,
    newLines: added?.newLines ?? 0,
    lines: [...(gone?.lines ?? []), ...(added?.lines ?? [])],
  };
  return {
    oldFileName: "",
    newFileName: "",
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [hunk],
  };
}

/** What becomes of the sentences of a text, in reading order: what goes comes before what takes its place. */
export function sentenceDiff(before: string, after: string): readonly SentenceChange[] {
  const changes = diffArrays(comparable(before), comparable(after), {
    comparator: (one, other) => one.essence === other.essence,
  });
  return changes.flatMap(({ value, added, removed }) => {
    const is = added ? "added" : removed ? "gone" : "same";
    return value.map(({ text }): SentenceChange => ({ is, text }));
  });
}

function comparable(text: string): { readonly text: string; readonly essence: string }[] {
  return sentencesOf(text).map((sentence) => ({ text: sentence, essence: essence(sentence) }));
}

export interface SentenceChange {
  readonly is: "same" | "added" | "gone";
  readonly text: string;
}

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
function essence(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && ".!?… ".includes(sentence.charAt(end - 1))) end -= 1;
  return sentence.slice(0, end).toLowerCase().replace(/\s+/gu, " ");
}
