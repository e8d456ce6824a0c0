/** The lines of a review that say what to mend, without their mark. */
export function findingsIn(review: string): readonly string[] {
  return review
    .split("\n")
    .flatMap((line) => /^\s*[-*] (?:WARN|FAIL): (.*)$/.exec(line)?.[1]?.trim() ?? [])
    .filter((finding) => finding !== "");
}
