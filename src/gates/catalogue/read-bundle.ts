import type { ReviewVerdict } from "../review-state.ts";
import { readReviewMark, type ReviewMark } from "./build-pair-prompt.ts";

/** One review as a reviewer wrote it, with `\n` at the ends of lines. */
interface ReviewBlock {
  readonly number: number;
  readonly verdict: ReviewVerdict;
  readonly text: string;
}

export interface BundleReading {
  /** Blocks that are beyond doubt, at most one for each pair. */
  readonly blocks: readonly ReviewBlock[];
  /** What is wrong with the block of a pair: it is there, but it says nothing that we can take. */
  readonly malformed: ReadonlyMap<number, string>;
  /** Pairs that have no block at all. */
  readonly missing: readonly number[];
  /** Blocks that belong to no pair of this run, in words. */
  readonly foreign: readonly string[];
}

/**
 * Reads an answer. Never throws: what cannot be taken is named. A pair with two blocks has none, because
 * nobody knows which of them was meant.
 */
export function readBundle(
  bundle: string,
  { nonce, pairs }: { readonly nonce: string; readonly pairs: readonly number[] },
): BundleReading {
  const blocks = new Map<number, ReviewBlock>();
  const malformed = new Map<number, string>();
  const foreign: string[] = [];
  for (const { mark, lines, problem } of blocksOf(
    bundle.replace(/^\uFEFF/, "").split(/\r?\n/),
    nonce,
  )) {
    const { number } = mark;
    if (mark.nonce !== nonce) foreign.push(`review ${number} ${mark.nonce} belongs to another run`);
    else if (!pairs.includes(number)) foreign.push(`this run has no pair ${number}`);
    else if (blocks.has(number) || malformed.has(number)) malformed.set(number, "appears twice");
    else {
      const block = problem === undefined ? readBlock(lines) : { problem };
      if ("problem" in block) malformed.set(number, block.problem);
      else blocks.set(number, { number, ...block });
    }
  }
  return {
    blocks: [...blocks.values()].filter(({ number }) => !malformed.has(number)),
    malformed,
    missing: pairs.filter((number) => !blocks.has(number) && !malformed.has(number)),
    foreign: foreign.slice(0, mostForeign),
  };
}

const mostForeign = 20;

interface RawBlock {
  readonly mark: ReviewMark;
  readonly lines: readonly string[];
  readonly problem?: string;
}

/** Inside of a block only this run's own marks count: a reviewer may quote any other. */
function* blocksOf(lines: readonly string[], nonce: string): Generator<RawBlock> {
  let open: { readonly mark: ReviewMark; readonly lines: string[] } | undefined;
  for (const line of lines) {
    const mark = readReviewMark(line);
    if (open === undefined) {
      if (mark === undefined) continue;
      if (mark.isEnd || mark.nonce !== nonce) {
        const problem = "its closing mark has no opening mark before it";
        if (!mark.isEnd || mark.nonce === nonce) yield { mark, lines: [], problem };
        continue;
      }
      open = { mark, lines: [] };
    } else if (mark === undefined || mark.nonce !== nonce) open.lines.push(line);
    else if (mark.isEnd && mark.number === open.mark.number) {
      yield open;
      open = undefined;
    } else {
      yield { ...open, problem: unclosed };
      open = mark.isEnd ? undefined : { mark, lines: [] };
    }
  }
  if (open !== undefined) yield { ...open, problem: unclosed };
}

const unclosed = "has no closing mark";

function readBlock(
  lines: readonly string[],
): Omit<ReviewBlock, "number"> | { readonly problem: string } {
  const text = lines.join("\n").trim();
  const last = lines.findLast((line) => line.trim() !== "")?.trimEnd() ?? "";
  const verdict = verdictIn(last);
  if (verdict === undefined)
    return { problem: "does not end with ## Result: PASS, ## Result: WARN or ## Result: FAIL" };
  if (lines.filter((line) => /^##\s*result\b/i.test(line)).length > 1)
    return { problem: "has more than one result" };
  if (text === last) return { problem: "has a result but no review" };
  const worse = issuesIn(text).find(({ severity }) => contradicts(severity, verdict));
  if (worse !== undefined)
    return { problem: `says ${worse.severity} but ends with ${verdict.toUpperCase()}` };
  return { verdict, text: `${text}\n` };
}

/** Nobody knows which of the two was meant. */
function contradicts(severity: ReviewIssue["severity"], verdict: ReviewVerdict): boolean {
  return verdict === "pass" || (verdict === "warn" && severity === "FAIL");
}

/** In any case: models write the word as they like, and nothing else can be meant. */
function verdictIn(line: string): ReviewVerdict | undefined {
  const word = /^## Result: (pass|warn|fail)$/i.exec(line)?.[1]?.toLowerCase();
  return word === "pass" || word === "warn" || word === "fail" ? word : undefined;
}

/** A line of a review that says what to mend. */
interface ReviewIssue {
  readonly severity: "WARN" | "FAIL";
  /** Without its mark. */
  readonly text: string;
}

/** The issues of a review. What stands in a code fence is quoted; a fence that nobody closes is none. */
export function issuesIn(review: string): readonly ReviewIssue[] {
  const issues: ReviewIssue[] = [];
  const lines = review.split("\n");
  const areClosed = lines.filter(isFence).length % 2 === 0;
  let isFenced = false;
  for (const line of lines) {
    if (areClosed && isFence(line)) isFenced = !isFenced;
    const found = isFenced ? null : /^\s*[-*] (WARN|FAIL):(.*)$/i.exec(line);
    const [severity, text = ""] = [found?.[1]?.toUpperCase(), found?.[2]];
    if (severity === "WARN" || severity === "FAIL") issues.push({ severity, text: text.trim() });
  }
  return issues;
}

function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}
