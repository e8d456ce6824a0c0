import { forRecentTexts } from "../../platform/recent-texts.ts";

/** A message, split into what the person typed and what they pasted into it. */
export interface Separated {
  readonly own: string;
  readonly pasted: string;
}

/** The person's own words in a message: not the terminal output, code, quotes or review comments in it. */
export function ownWords(text: string): string {
  return separatePasted(text).own;
}

/**
 * Line by line, since people paste lines. Output goes on until an empty line or until somebody speaks:
 * most of its lines look like nothing in particular. Spaces beside spaces are dropped.
 */
export const separatePasted: (text: string) => Separated = forRecentTexts((text) => {
  const bounded = text.slice(0, longestMessage).replaceAll(/ {2,}/gu, " ");
  if (isWrittenByProgram(bounded)) return separateReview(bounded);

  const own: string[] = [];
  const pasted: string[] = [];
  let isInFence = false;
  let isInOutput = false;
  for (const line of bounded.split("\n")) {
    const isFence = fence.test(line);
    if (isFence) isInFence = !isInFence;
    if (line.trim() === "") isInOutput = false;
    else if (opensOutput(line)) isInOutput = true;
    else if (isInOutput && addresses.test(line)) isInOutput = looksPasted(line);
    const isPasted = isFence || isInFence || isInOutput || looksPasted(line);
    (isPasted ? pasted : own).push(line);
  }
  return { own: own.join("\n").trim(), pasted: pasted.join("\n").trim() };
});

/** Review comments and reports of other agents: graded, a document with headings, or prose without a person in it. */
function isWrittenByProgram(text: string): boolean {
  if (reviewMark.test(text)) return true;
  const words = wordCount(text);
  if (words < 30) return false;
  if (/^\s{0,9}#{1,5} \S/u.test(text)) return true;
  return words < 120 ? !addresses.test(text) && !hasOutput(text) : heading.test(text);
}

function hasOutput(text: string): boolean {
  return text.split("\n").some(opensOutput);
}

/** More than a document has is not counted: what people paste is long. */
function wordCount(text: string): number {
  return text.split(/\s+/u, mostCounted).length;
}

const mostCounted = 120;

/** A review comment is prose; all of it is pasted but what the person says before it. */
function separateReview(text: string): Separated {
  const lines = text.split("\n");
  const start = Math.max(
    lines.findIndex((line) => reviewMark.test(line) || heading.test(line)),
    0,
  );
  const introduction = lines.findLastIndex((line, index) => index < start && introduces.test(line));
  return {
    own: lines
      .slice(0, introduction + 1)
      .join("\n")
      .trim(),
    pasted: lines
      .slice(introduction + 1)
      .join("\n")
      .trim(),
  };
}

const longestMessage = 10_000;
/** People who type into a terminal write no headings and no bold lists. */
export const heading = /(?:^|\n) {0,3}(?:#{1,5} \S|(?:[-*•]|\d{1,2}[.)]) \*\*\S|\*\*\d)/u;
export const fence = /^\s{0,3}(?:```|~~~)/u;
/** How review programs grade a finding. (With `u` beside `i`, V8 takes two to five times as long to make an expression.) */
export const reviewMark =
  /\b(?:critical|high|medium|low|major|minor)[ -]severity\b|\bseverity\*{0,2}: ?\*{0,2}(?:critical|high|medium|low|major|minor)\b|(?:^|\n) {0,3}(?:[-*•] ?)?(?:\d{1,2}[.)] )?\*{0,2}\[?(?:critical|high|medium|low|major|minor|p[0-3])\]?\*{0,2}:|(?:^|\n)\s?\[p[0-3]\]/i;
/** Output hardly ever says "I", "we" or "please", or asks. */
export const addresses = /\b(?:i|im|we|you|me|my|our|us|please|pls|lets|let's)\b|\?\s*$/i;
/** What people write before a review comment: "fix this:", "can you check if this is true". */
export const introduces =
  /\b(?:i|we|you|me|please|pls|can|could|fix|check|evaluate|address|review)\b/i;

/** Whether a line starts the output of a program: the lines after it are most likely output as well. */
export function opensOutput(line: string): boolean {
  return prompt.test(line) || logLine.test(line) || trace.test(line) || failure.test(line);
}

/** Whether a line by itself is quoted, code, or what a program printed. */
export function looksPasted(line: string): boolean {
  return opensOutput(line) || quote.test(line) || diff.test(line) || drawing.test(line);
}

/** `$ npm test`, `❯ make`, `user@host:~/app$ ls`. */
export const prompt = /^\s{0,4}(?:[❯➜»⏺⎿●]|[$%] ?[a-z./~]+ |\S{1,40}@\S{1,60}[$#%] )/i;
/** `[lint] …`, `2024-05-01T…`, `12:30:01 …`, `time=… level=…`. */
export const logLine =
  /^\s{0,8}(?:\[[\w:./@ -]{1,40}\]\s?\S|\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d:\d\d:\d\d\b|time=\S|level=\w|(?:info|warn|warning|debug|trace|error)\b\s{0,3}[:|[])/i;
/** Stack frames and places in files: `at f (a.js:1:2)`, `File "a.py", line 3`, `src/a.go:10:4: …`. */
export const trace =
  /^\s{0,16}(?:at \S{1,80} ?\(|at (?:file:|node:|\/)|File "|Traceback \(most recent|goroutine \d|panic:|Caused by:|\.{0,2}[\w@./\\-]{1,200}\.\w{1,5}[:(]\d{1,6}[:,)]\d{0,6})/i;
/** What compilers, test runners and git put in front of bad news. */
export const failure =
  /^\s{0,8}(?:error|fatal|err|npm err|npm error|fail|failed|failure|exception|uncaught|\w{1,40}(?:error|exception)|exit code \d|exit status \d|process completed with exit code \d|command failed|error\[\w+\])(?::|!|\s*$)|^\s{0,8}(?:--- fail|=== run|fail\t|[✗✘❌✖×✕])/i;
export const quote = /^\s{0,3}>/u;
export const diff = /^(?:diff --git |index [0-9a-f]{7}|@@ |\+\+\+ |--- )/i;
export const drawing =
  /[─│┌┐└┘├┤═║╔╗╭╮╰╯]|^\s{0,8}[{}[\]()<>;,]{1,4}\s?$|^\s{0,40}"[\w-]{1,60}": |^\s{0,8}(?:---|===|\+-|\|)/u;

/** What a pasted text reports about the work: a graded review, a check that failed, or nothing of the kind. */
export type PastedReport = "review" | "failing-check";

export function reportIn(pasted: string): PastedReport | undefined {
  if (pasted === "") return undefined;
  if (reviewMark.test(pasted)) return "review";
  return failedCheck.test(pasted) ? "failing-check" : undefined;
}

/** Tests, linters, formatters, compilers and CI steps that say themselves that they failed. */
export const failedCheck =
  /\bprocess completed with exit code [1-9]|\bexited with code [1-9]|\btask failed\b|\bneeds? to be formatted\b|\bcode style issues\b|\b[1-9]\d{0,5} (?:failed|failing|failures?|issues?:|problems? \()|(?:^|\n)\s{0,8}(?:--- fail|fail\s|failed\s|not ok \d|✗|✘|✖|❌)|\berror ts\d{3,5}\b|\bbuild failed\b|\btests? failed\b|\bassertion ?error\b|\bnpm err!|(?:^|\n)[#\s]{0,8}(?:[a-z]{1,20} )?error (?:type|message)\b|\b(?:type|build|runtime|syntax|reference|compile|compilation|import|module|hydration) ?error\b|\bmodule not found\b|\bcan(?:['’]t|not) (?:resolve|find module)\b/i;

/** Whether some line is how programs put bad news, whichever program it was. */
export function tellsOfFailure(pasted: string): boolean {
  return pasted.split("\n").some((line) => failure.test(line) || trace.test(line));
}

/**
 * The text with everything blanked out that somebody only quotes: code fences, inline code, quoted
 * lines and words in double quotes. As long as the text itself, so that a place found here is the same
 * place there.
 */
export function unquoted(text: string): string {
  return quotations.reduce(
    (plain, quotation, at) =>
      plain.includes(quotationMarks[at] ?? "")
        ? plain.replaceAll(quotation, (quoted) => " ".repeat(quoted.length))
        : plain,
    blankFences(text),
  );
}

/** A sentence as it was written, found by a place in it. `plain` is the text without what it quotes. */
export function sentenceAt(text: string, plain: string, index: number): string {
  const before = plain.slice(Math.max(index - longestSentence, 0), index);
  const start = index - before.length + lastEnd(before);
  const after = plain.slice(index, index + longestSentence);
  const end = after.search(sentenceEnd);
  return text
    .slice(start, end === -1 ? index + after.length : index + end + 1)
    .replace(/^[\s>*#-]+/u, "")
    .trim();
}

const longestSentence = 300;
export const sentenceEnd = /[.!?](?:\s|$)|\n/u;

function lastEnd(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) {
    const isEnd =
      text[at] === "\n" || (/[.!?]/u.test(text[at] ?? "") && /\s/u.test(text[at + 1] ?? ""));
    if (isEnd) return at + 1;
  }
  return 0;
}

/** By hand: a fence that is never closed goes to the end, and a pattern for that is not linear. */
function blankFences(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  let opened = "";
  return text
    .split("\n")
    .map((line) => {
      const mark = /^ {0,3}(```|~~~)/u.exec(line)?.[1] ?? "";
      const isFence = mark !== "" && (opened === "" || opened === mark);
      const isHidden = isFence || opened !== "";
      if (isFence) opened = opened === "" ? mark : "";
      return isHidden ? " ".repeat(line.length) : line;
    })
    .join("\n");
}

/** One after the other: together they are more than a checker can prove to be fast. */
export const quotations: readonly RegExp[] = [
  /^ {0,3}>[^\n]*/gmu,
  /`[^`\n]+`/gu,
  /"[^"\n]+"/gu,
  /“[^“”\n]+”/gu,
];
/** What each of them has in it: a search for one sign takes no time. */
const quotationMarks: readonly string[] = [">", "`", '"', "“"];
