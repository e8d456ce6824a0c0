import type { ReportForm } from "./report.ts";
import { startsWithField } from "./tag-key.ts";

/** Where a report begins, ends or is taken back. Lines and columns count from 0; `end` is behind the mark. */
export type Mark = Opening | Closing | CancelMark;

interface Placed {
  readonly form: ReportForm;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Opening extends Placed {
  readonly is: "opening";
  /** Nothing else stands on its line, or the first field does. With other words it may be prose. */
  readonly isCertain: boolean;
  /** How many `>` stand before it: as many belong to the quotation, not to the report, on the lines below. */
  readonly quoteDepth: number;
}

interface Closing extends Placed {
  readonly is: "closing";
  readonly isAtLineStart: boolean;
}

export interface CancelMark extends Placed {
  readonly is: "cancel";
  /** What stands behind it on its line. */
  readonly words: string;
}

/** All marks of a message. A report begins at the start of a line, behind quotation and list marks, or behind the end of another. */
export function findMarks(lines: readonly string[]): readonly Mark[] {
  return lines.flatMap((text, line) => (someMark.test(text) ? marksOfLine(text, line) : []));
}

const someMark = /#\/?lesson|\[\/?process_knowledge\]/iu;

function marksOfLine(text: string, line: number): readonly Mark[] {
  const marks: Mark[] = [];
  const prefix = lineStart.exec(text)?.[0] ?? "";
  const quoteDepth = prefix.split(">").length - 1;
  let at = prefix.length;
  for (let isFirst = true; ; isFirst = false) {
    const opening = openingAt(text, line, at, quoteDepth);
    if (opening !== undefined) {
      marks.push(opening);
      at = opening.end;
    }
    const closing = closingFrom(text, line, at, opening === undefined && isFirst);
    if (closing === undefined) return marks;
    marks.push(closing);
    at = closing.end;
    while (text[at] === " " || text[at] === "\t") at += 1;
  }
}

/** Quotation marks, and one mark of a list. */
const lineStart = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?/u;

/** Perhaps in bold or between backticks. `#lessons`, `#lesson-plan` and `#lesson:other` are other words. */
const tagOpening = /([*_`]{0,3})#lesson(:[ \t]?cancel)?:?\1(?=\s|$)/iuy;
const blockOpening = /([*_`]{0,3})\[process_knowledge\]\1(?=\s|$)/iuy;
const closingInside = /(?<!\S)(?:#\/lesson|\[\/process_knowledge\])(?=[\s*_`]|$)/giu;
const closingAtStart = /([*_`]{0,3})(?:#\/lesson|\[\/process_knowledge\])\1(?=\s|$)/iuy;

function openingAt(
  text: string,
  line: number,
  start: number,
  quoteDepth: number,
): Mark | undefined {
  const tag = matchAt(tagOpening, text, start);
  const block = tag === null ? matchAt(blockOpening, text, start) : null;
  const match = tag ?? block;
  if (match === null) return undefined;

  const end = start + match[0].length;
  const form = tag === null ? "block" : "tag";
  const place = { form, line, start, end } as const;
  const rest = wordsBehind(text, end);
  if (match[2] !== undefined) return { is: "cancel", ...place, words: rest };
  const isCertain =
    rest === "" || (form === "tag" ? startsWithField(rest) : startsWithYaml.test(rest));
  return { is: "opening", ...place, isCertain, quoteDepth };
}

const startsWithYaml = /^(?:\{|[\w-]{1,40}:(?:\s|$))/u;

function closingFrom(
  text: string,
  line: number,
  from: number,
  isLineStart: boolean,
): Closing | undefined {
  const first = isLineStart ? matchAt(closingAtStart, text, from) : null;
  const match = first ?? matchFrom(closingInside, text, from);
  if (match === null) return undefined;
  const form = match[0].includes("[") ? "block" : "tag";
  const { index: start } = match;
  const end = start + match[0].length;
  return { is: "closing", form, line, start, end, isAtLineStart: first !== null };
}

/** The rest of the line, up to the next end of a report. */
function wordsBehind(text: string, end: number): string {
  const next = matchFrom(closingInside, text, end);
  return text.slice(end, next?.index ?? text.length).trim();
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

function matchFrom(global: RegExp, text: string, from: number): RegExpExecArray | null {
  global.lastIndex = from;
  return global.exec(text);
}
