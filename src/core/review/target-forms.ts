import { isWord } from "./decision-cursor.ts";
import type { Token } from "./decision-tokens.ts";
import { isKeyword, numberWords, words } from "./decision-words.ts";

/** Whether the token alone names lessons, whatever stands around it. */
export function isPlainTarget(token: Token): boolean {
  return (
    numberIn(token) !== undefined ||
    rangeIn(token) !== undefined ||
    isWord(token, words.all) ||
    isWord(token, words.rest)
  );
}

/** Whether a word looks like a slug and not like a word of a sentence. */
export function isPlainSlug(token: Token): boolean {
  return isSlugLike(token) && /[-_.\d]/.test(token.word);
}

export function numberIn(token: Token): number | undefined {
  if (token.kind !== "word") return undefined;
  const digits = /^#?(\d{1,9})(?:st|nd|rd|th)?(?:'s)?$/.exec(token.word)?.[1];
  return digits === undefined ? numberWords.get(token.word) : Number(digits);
}

export function rangeIn(token: Token): readonly [number, number] | undefined {
  if (token.kind !== "word") return undefined;
  const found = /^#?(\d{1,9})(?:-|–|—|\.\.\.?|…)#?(\d{1,9})$/.exec(token.word);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

export function isSlugLike(token: Token): boolean {
  return (
    token.kind === "word" &&
    /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(token.word) &&
    !isKeyword(token.word)
  );
}
