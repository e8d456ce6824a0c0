import { headOf, mayMatch, type Head } from "./head.ts";
import type { Pattern } from "./pattern.ts";

/** The first of the texts in which the pattern is found. */
export function findPattern(pattern: Pattern, texts: readonly string[]): string | undefined {
  const ready = readyPattern(pattern);
  const { head } = ready;
  if (head === undefined) return texts.find((text) => ready.expression()?.test(text));
  const lowered = loweredTexts(texts);
  return texts.find(
    (text, index) => mayMatch(head, lowered[index] ?? "") && ready.expression()?.test(text),
  );
}

interface ReadyPattern {
  readonly head: Head | undefined;
  /** Undefined for what is no expression: a cache written by another version must not stop a call. */
  readonly expression: () => RegExp | undefined;
}

function readyPattern(pattern: Pattern): ReadyPattern {
  const known = readyPatterns.get(pattern);
  if (known !== undefined) return known;
  let made: { readonly expression: RegExp | undefined } | undefined;
  const ready: ReadyPattern = {
    head: headOf(pattern),
    expression: () => (made ??= { expression: tryToCompile(pattern) }).expression,
  };
  readyPatterns.set(pattern, ready);
  return ready;
}

/** Held by the pattern itself: a backtest asks a lesson a hundred thousand times, a hook once. */
const readyPatterns = new WeakMap<Pattern, ReadyPattern>();

function tryToCompile({ source, flags }: Pattern): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Once for all lessons: the texts of a moment are the same list each time. */
function loweredTexts(texts: readonly string[]): readonly string[] {
  const known = loweredLists.get(texts);
  if (known !== undefined) return known;
  const lowered = texts.map((text) => text.toLowerCase());
  loweredLists.set(texts, lowered);
  return lowered;
}

const loweredLists = new WeakMap<readonly string[], readonly string[]>();
