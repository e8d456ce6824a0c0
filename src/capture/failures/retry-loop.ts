import type { FailureVerdict } from "./classify-failure.ts";

/** One failed call of several of the same kind. */
export interface Attempt {
  /** What was called, with everything: the shell line, the file. */
  readonly target: string;
  readonly signature: string;
  readonly failureClass: string;
  readonly about: FailureVerdict["about"];
}

/**
 * Whether failed calls of the same kind, in their order, show an agent that tries again instead of
 * finding out: so many failures with the same message, whatever was changed, or one less when nothing
 * was. Tests, builds and checks are run again by design, and so are questions.
 */
export function isRetryLoop(attempts: readonly Attempt[], minAttempts = 3): boolean {
  const counted = attempts.filter(countsAsAttempt);
  const last = counted.at(-1);
  if (last === undefined) return false;
  const alike = counted.filter(({ signature }) => signature === last.signature);
  const same = alike.filter(({ target }) => target === last.target);
  return alike.length >= minAttempts || same.length >= Math.max(minAttempts - 1, 2);
}

function countsAsAttempt({ failureClass, about }: Attempt): boolean {
  return failureClass === "missing-file" || !byDesign.has(about);
}

const byDesign: ReadonlySet<Attempt["about"]> = new Set([
  "work",
  "exploration",
  "expected",
  "transient",
]);
