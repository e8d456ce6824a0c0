import type { Pattern } from "./pattern.ts";

/** Plain text that a pattern begins with, so that nothing without it can match. */
export interface Head {
  /** In lower case: it only tells which texts are not worth the expression. */
  readonly text: string;
  readonly isAtStart: boolean;
}

/**
 * The first expression that is tried on a text costs as much as a thousand comparisons, because that
 * is when the engine compiles it. Most patterns begin with the name of a program, and most texts do
 * not. Undefined when the pattern does not begin with plain ASCII text, or when it has alternatives.
 */
export function headOf({ source }: Pattern): Head | undefined {
  const [, anchor, run = ""] = /^(\^|\\b)?([\w -]+)/.exec(source) ?? [];
  const behind = source.charAt((anchor ?? "").length + run.length);
  // A quantifier is about the last character only, and it may ask for none of it.
  const text = "?*{".includes(behind) && behind !== "" ? run.slice(0, -1) : run;
  if (text === "" || hasAlternatives(source)) return undefined;
  return { text: text.toLowerCase(), isAtStart: anchor === "^" };
}

/** `lowered` is the whole text in lower case. */
export function mayMatch({ text, isAtStart }: Head, lowered: string): boolean {
  return isAtStart ? lowered.startsWith(text) : lowered.includes(text);
}

/** Whether there is a `|` outside of all groups and classes. */
function hasAlternatives(source: string): boolean {
  if (!source.includes("|")) return false;
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\\") at += 1;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "|" && depth === 0) return true;
  }
  return false;
}
