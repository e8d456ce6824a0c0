import type { Mark, Opening } from "./find-reports.ts";
import { plainLine } from "../../redact/plain-text.ts";

/**
 * What stands inside a report, by line and without the marks of a quotation around it. The first is
 * what follows on the line of the opening.
 */
export function contentBetween(
  lines: readonly string[],
  opening: Opening,
  end: Mark,
): readonly string[] {
  const first = lines[opening.line] ?? "";
  if (opening.line === end.line) return [first.slice(opening.end, end.start)];
  const below = lines
    .slice(opening.line + 1, end.line)
    .concat((lines[end.line] ?? "").slice(0, end.start))
    .map((line) => withoutQuoteMarks(line, opening.quoteDepth));
  return [first.slice(opening.end), ...below];
}

/** The report as it stands in the message, with its marks. */
export function textBetween(lines: readonly string[], opening: Opening, end: Mark): string {
  const last = (lines[end.line] ?? "").slice(0, end.end);
  if (opening.line === end.line) return last.slice(opening.start);
  return lines.slice(opening.line, end.line).concat(last).join("\n");
}

/** The same lines without what all of them are indented by. */
export function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, next) => Math.min(least, next), Infinity);
  return lines.map((line) => line.slice(indent).trimEnd());
}

/** Whether a line opens or closes a Markdown code fence. */
export function isFence(line: string): boolean {
  return fence.test(line.trim());
}

const fence = /^(?:`{3,}|~{3,})[ \t]?[\w+.-]*$/u;

function withoutQuoteMarks(line: string, depth: number): string {
  let at = 0;
  for (let level = 0; level < depth; level++) {
    let mark = at;
    while (line[mark] === " " || line[mark] === "\t") mark += 1;
    if (line[mark] !== ">") break;
    at = mark + 1;
  }
  return at > 0 && line[at] === " " ? line.slice(at + 1) : line.slice(at);
}

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
