import { matchAt, runStart } from "./rule.ts";

/** A value as it stands in a text, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly content: string;
  readonly isQuoted: boolean;
}

/**
 * The quoted value that begins here. Quotes inside JSON have a backslash before them, and the quotes
 * inside those have more, so a value ends at the first quote with no more backslashes than it began
 * with. Undefined when there is none on the line: then the quote is where a cut text stops.
 */
export function readQuoted(text: string, index: number): Value | undefined {
  const opening = matchAt(/[brfu]?(\\{0,7})(["'`])/y, text, index);
  const [all, escapes = "", quote = ""] = opening ?? [];
  if (all === undefined) return undefined;
  const start = index + all.length;
  const line = text.slice(start, start + longestValue);
  for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) {
    const backslashes = at - runStart(line, at, 0, (code) => code === 0x5c);
    if (backslashes > escapes.length) continue;
    const content = line.slice(0, at - backslashes);
    return content.includes("\n")
      ? undefined
      : { start, end: start + content.length, content, isQuoted: true };
  }
  return undefined;
}

const longestValue = 1024;

/**
 * The value without quotes that begins here. A password may hold any sign; other secrets end where a
 * list, a call or a further parameter goes on.
 */
export function readUnquoted(text: string, index: number, kind: string): Value | undefined {
  const start = index + (matchAt(/\\{0,7}["'`]/y, text, index)?.[0].length ?? 0);
  const run = matchAt(kind === "password" ? passwordRun : plainRun, text, start)?.[0];
  const content = run?.replace(kind === "password" ? /[,;)}\]]{1,3}$/ : /[,;:!?.)}\]]{1,3}$/, "");
  if (!content || content.startsWith("-")) return undefined;
  return { start, end: start + content.length, content, isQuoted: false };
}

const passwordRun = /(?:[^\s"'`<>\\&]|&(?!\w{1,40}=|&|$)|\\(?![nrtu"'\\])){1,1024}/y;
const plainRun = /[^\s"'`<>\\&|;,(){}[\]]{1,4096}/y;
