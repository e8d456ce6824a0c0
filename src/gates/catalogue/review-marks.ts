/**
 * The lines that delimit texts in a prompt and blocks in an answer. Each holds the nonce of its run, which
 * occurs in no text that is reviewed: whatever such a text says, it cannot begin or end a block.
 */
export function openingMark(nonce: string, what: MarkedPart, number: number): string {
  return `<<<${what} ${number} ${nonce}>>>`;
}

export function closingMark(nonce: string, what: MarkedPart, number: number): string {
  return `<<<end ${what} ${number} ${nonce}>>>`;
}

export type MarkedPart = "note" | "gate" | "review";

export interface ReviewMark {
  readonly isEnd: boolean;
  readonly number: number;
  readonly nonce: string;
}

/** A line of an answer that delimits a block, of this run or of another one. */
export function readReviewMark(line: string): ReviewMark | undefined {
  const found = /^<<<(end )?review (\d{1,6}) ([0-9a-z]{1,40})>>>\s*$/.exec(line);
  if (found === null) return undefined;
  const [, end, number, nonce = ""] = found;
  return { isEnd: end !== undefined, number: Number(number), nonce };
}
