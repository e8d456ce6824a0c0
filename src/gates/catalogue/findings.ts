/** A line of a review that says what to mend. */
export interface Finding {
  readonly severity: "WARN" | "FAIL";
  /** Without its mark. */
  readonly text: string;
}

/** The findings of a review. What stands in a code fence is quoted; a fence that nobody closes is none. */
export function findingsIn(review: string): readonly Finding[] {
  const findings: Finding[] = [];
  const lines = review.split("\n");
  const areClosed = lines.filter(isFence).length % 2 === 0;
  let isFenced = false;
  for (const line of lines) {
    if (areClosed && isFence(line)) isFenced = !isFenced;
    const found = isFenced ? null : /^\s*[-*] (WARN|FAIL):(.*)$/.exec(line);
    const [severity, text = ""] = [found?.[1], found?.[2]];
    if (severity === "WARN" || severity === "FAIL") findings.push({ severity, text: text.trim() });
  }
  return findings;
}

function isFence(line: string): boolean {
  return /^\s*(?:```|~~~)/.test(line);
}
