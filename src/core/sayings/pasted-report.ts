import { reviewMark } from "./own-words.ts";

/** What a pasted text reports about the work: a graded review, a check that failed, or nothing of the kind. */
export type PastedReport = "review" | "failing-check";

export function reportIn(pasted: string): PastedReport | undefined {
  if (pasted === "") return undefined;
  if (reviewMark.test(pasted)) return "review";
  return failedCheck.test(pasted) ? "failing-check" : undefined;
}

/** Tests, linters, formatters, compilers and CI steps that say themselves that they failed. */
export const failedCheck =
  /\bprocess completed with exit code [1-9]|\bexited with code [1-9]|\btask failed\b|\bneeds? to be formatted\b|\bcode style issues\b|\b[1-9]\d{0,5} (?:failed|failing|failures?|issues?:|problems? \()|(?:^|\n)\s{0,8}(?:--- fail|fail\s|failed\s|not ok \d|✗|✘|✖|❌)|\berror ts\d{3,5}\b|\bbuild failed\b|\btests? failed\b|\bassertion ?error\b|\bnpm err!/iu;
