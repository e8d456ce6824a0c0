import { plainLine } from "../../core/plain-text.ts";

/**
 * Whether a value is only the place for one: `<what_went_wrong>`, `…`, `...`. Agents repeat the protocol
 * that asks for lessons, and that is no lesson.
 */
export function isPlaceholder(text: string): boolean {
  if (text.length > longestPlaceholder) return false;
  const line = plainLine(text).replaceAll(/["'`]/gu, "");
  return angled.test(line) || dots.test(line);
}

/** `[what went wrong]`, `{the fix}`. Only prose can be such a placeholder: elsewhere brackets are a list. */
export function isBracketed(text: string): boolean {
  return text.length <= longestPlaceholder && bracketed.test(text);
}

const bracketed = /^(?:\[[^[\]]*\]|\{[^{}]*\})$/u;

const longestPlaceholder = 200;
/** One or several, as in `<category:value>, <category:value>`. */
const angled = /^<[^<>]+>(?:[ ,;|/]{1,3}<[^<>]+>)*(?:[ ,;]{1,3}(?:…|\.\.\.))?$/u;
const dots = /^(?:…|\.{3,}|(?:\. ){2}\.)$/u;
