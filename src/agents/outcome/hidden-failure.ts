import { hiddenFailureHint } from "./judge-outcome.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";

/**
 * Whether what came back could be a failure although its exit status is 0. Where it could not, nobody
 * needs the output, and it is not decoded: that is nine of ten results and most bytes of a log.
 */
export function mayHideFailure(line: RawLine): boolean {
  if (line.length <= 2 * lookBytes) return hiddenFailureHint.test(line.latin1());
  return (
    hiddenFailureHint.test(line.latin1(0, lookBytes)) ||
    hiddenFailureHint.test(line.latin1(line.length - lookBytes))
  );
}

/** Failures that a pipe hides stand at the beginning of what came back, or at its end. */
const lookBytes = 1500;
