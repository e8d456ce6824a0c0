import type { Failure } from "./failure-rule.ts";

/**
 * Whether the output shows tests that failed. What they print on the way, such as hosts that were
 * never meant to exist, says nothing about the call.
 */
export function isTestRun({ isShell, lines }: Failure): boolean {
  return isShell && lines.some((line) => testMarks.test(line));
}

const testMarks = new RegExp(
  [
    /^\s{0,12}--- FAIL: /,
    /^FAIL(?:\s|$)/,
    /^FAILED (?:[\w./-]{1,200}(?:::| |$)|\()/,
    /^={1,80} .{0,60}\bfailed\b/,
    /^Tests?:? {1,9}.{0,40}\d{1,9} failed/,
    /^test result: FAILED/,
    /^\s{0,9}\d{1,9} (?:failing|fail)$/,
    /^\[ERROR\] Tests run:/,
    /^Ran \d{1,9} tests? /,
    /^\(fail\) /,
    /^\s{0,4}[✗✘×] /,
    /^not ok \d/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
