import { looksPasted, opensOutput } from "./pasted-line.ts";

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
export function separatePasted(text: string): Separated {
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
}

/** Review comments and reports of other agents: graded, a document with headings, or prose without a person in it. */
function isWrittenByProgram(text: string): boolean {
  if (reviewMark.test(text)) return true;
  const words = wordCount(text);
  if (words < 30) return false;
  return words < 120 ? !addresses.test(text) && !hasOutput(text) : heading.test(text);
}

function hasOutput(text: string): boolean {
  return text.split("\n").some(opensOutput);
}

function wordCount(text: string): number {
  return text.split(/\s+/u).length;
}

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
/** How review programs grade a finding. */
export const reviewMark =
  /\b(?:critical|high|medium|low|major|minor)[ -]severity\b|\bseverity\*{0,2}: ?\*{0,2}(?:critical|high|medium|low|major|minor)\b|(?:^|\n) {0,3}(?:[-*•] ?)?(?:\d{1,2}[.)] )?\*{0,2}\[?(?:critical|high|medium|low|major|minor|p[0-3])\]?\*{0,2}:|(?:^|\n)\s?\[p[0-3]\]/iu;
/** Output hardly ever says "I", "we" or "please", or asks. */
export const addresses = /\b(?:i|im|we|you|me|my|our|us|please|pls|lets|let's)\b|\?\s*$/iu;
/** What people write before a review comment: "fix this:", "can you check if this is true". */
export const introduces =
  /\b(?:i|we|you|me|please|pls|can|could|fix|check|evaluate|address|review)\b/iu;
