import { readQuote } from "../../lesson/outside/entry.ts";
import { isSlug } from "../../lesson/record/slug.ts";
import { readBlock } from "./read-block.ts";
import { readTag, startsWithField } from "./read-tag.ts";
import { contentBetween, isPlaceholder, textBetween } from "./report-content.ts";
import type { Report, ReportFlaw, ReportForm } from "./report.ts";

/**
 * What the agent reported in one message of its own, in the order of the text. Never throws, and takes
 * time in proportion to the text. What looks like a report and cannot be read is a problem with its place.
 */
export function findReports(text: string): readonly Report[] {
  if (!anyMark.test(text)) return [];
  const lines = text.split(lineEnd);
  const marks = findMarks(lines);
  const ends = { tag: endsOf(marks, "tag"), block: endsOf(marks, "block") };

  const reports: Report[] = [];
  let unfinished: ReportForm | undefined;
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index];
    if (mark?.is === "cancel") {
      const cancel = readCancel(lines, mark, marks[index + 1]);
      reports.push(...cancel.reports);
      if (cancel.isEndTaken) index += 1;
    }
    if (mark?.is === "closing") {
      // The late end of a report that was called unfinished is no problem of its own.
      if (mark.isAtLineStart && unfinished !== mark.form) reports.push(strayEnd(mark));
      unfinished = undefined;
    }
    if (mark?.is === "opening") {
      // A line of prose can only be a report when nothing but an end follows it.
      const endIndex = mark.isCertain ? (ends[mark.form][index] ?? marks.length) : index + 1;
      const end = marks[endIndex];
      if (end?.is === "closing" && end.form === mark.form) {
        reports.push(...readReport(lines, mark, end));
        index = endIndex;
      } else if (mark.isCertain) {
        reports.push(unfinishedReport(mark));
        unfinished = mark.form;
        // Taken back before it was finished: the lesson before it is not meant.
        if (end?.is === "cancel" && end.words === "") index = endIndex;
      }
    }
  }
  return reports;
}

const anyMark = /#\/?lesson|\[\/?process_knowledge\]/iu;
const lineEnd = /\r\n|\n|\r/u;

/**
 * For each mark the index of the next one that ends a report of this form: its end, or what cannot
 * stand inside it. A tag ends where a block begins; inside a block `#lesson` is a comment or a quotation.
 */
function endsOf(marks: readonly Mark[], form: ReportForm): readonly (number | undefined)[] {
  const ends: (number | undefined)[] = [];
  let next: number | undefined;
  for (const [index, mark] of [...marks.entries()].toReversed()) {
    ends[index] = next;
    const isProse = mark.is === "opening" && !mark.isCertain;
    if (!isProse && (mark.form === form || (form === "tag" && mark.is === "opening"))) next = index;
  }
  return ends;
}

function readReport(lines: readonly string[], opening: Opening, end: Mark): readonly Report[] {
  const { form } = opening;
  const content = contentBetween(lines, opening, end);
  const length = content.reduce((sum, line) => sum + line.length + 1, 0);
  if (length > longestReport) {
    return [malformedAt(opening, `it is longer than ${longestReport} characters`)];
  }
  const reading = form === "tag" ? readTag(content) : readBlock(content);
  if (reading === "placeholder") return [];
  if ("problem" in reading) return [problemAt(opening, reading)];
  const quote = readQuote([textBetween(lines, opening, end)], () => {}) ?? "";
  return [{ is: "lesson", from: form, ...reading, quote }];
}

const longestReport = 64 * 1024;

function unfinishedReport(opening: Opening): Report {
  return malformedAt(opening, `it has no ${opening.form === "tag" ? tagEnd : blockEnd}`);
}

function strayEnd(mark: Mark): Report {
  const end = mark.form === "tag" ? tagEnd : blockEnd;
  return malformedAt(mark, `${end} has no valid start before it`);
}

const tagEnd = "#/lesson";
const blockEnd = "[/PROCESS_KNOWLEDGE]";

function malformedAt(mark: Mark, problem: string): Report {
  return problemAt(mark, { problem, class: "malformed" });
}

interface Flaw {
  readonly problem: string;
  readonly class: ReportFlaw;
  readonly line?: number;
}

function problemAt({ form, line }: Mark, { line: linesBelow = 0, ...flaw }: Flaw): Report {
  return { is: "problem", from: form, ...flaw, lineInText: line + linesBelow + 1 };
}

/**
 * `#lesson:cancel`, alone or with the slug that it means or its beginning, perhaps with a reason. It needs no end, but
 * agents write one; `isEndTaken` says that the mark behind it is that.
 */
function readCancel(
  lines: readonly string[],
  cancel: CancelMark,
  next: Mark | undefined,
): { readonly reports: readonly Report[]; readonly isEndTaken: boolean } {
  const isEndTaken =
    next?.is === "closing" && next.form === "tag" && next.line - cancel.line <= longestCancel;
  const below = isEndTaken ? lines.slice(cancel.line + 1, next.line) : [];
  return { reports: readWords(cancel, below), isEndTaken };
}

/** In lines: its own, the slug, the reason and the end. */
const longestCancel = 3;

function readWords({ words, line }: CancelMark, below: readonly string[]): readonly Report[] {
  if (words === "") {
    const slug = below.map(slugOf).find((name) => name !== undefined);
    return [{ is: "cancel", slug }];
  }
  if (isPlaceholder(words)) return [];
  const slug = slugOf(words);
  if (slug !== undefined) return [{ is: "cancel", slug }];
  if (reason.test(words)) return [{ is: "cancel" }];
  const problem = "#lesson:cancel names no slug, so it is unclear what it cancels";
  return [{ is: "problem", from: "tag", class: "malformed", problem, lineInText: line + 1 }];
}

const reason = /^\(?(?:reason|because)\b/iu;

function slugOf(words: string): string | undefined {
  const named = words
    .replaceAll(/["'`*>[\]]/gu, " ")
    .trim()
    .replace(/^slug:/iu, "")
    .trim();
  const [first = "", ...others] = named.split(/\s+/u);
  const slug = first.replace(/[-.…]{1,3}$/u, "");
  // With more words behind it, only what has the random end of a slug is not the beginning of a sentence.
  const isMeant = others.length === 0 || /-[a-z0-9]{4}$/u.test(slug);
  return isSlug(slug) && isMeant ? slug : undefined;
}

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

interface CancelMark extends Placed {
  readonly is: "cancel";
  /** What stands behind it on its line. */
  readonly words: string;
}

/** All marks of a message. A report begins at the start of a line, behind quotation and list marks, or behind the end of another. */
function findMarks(lines: readonly string[]): readonly Mark[] {
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
