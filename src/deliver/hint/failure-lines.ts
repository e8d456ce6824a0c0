import type { FinishedCall } from "../../agents/delivery.ts";
import { findHiddenFailure } from "../../agents/outcome/judge-outcome.ts";
import { outputLines } from "../../agents/outcome/read-output.ts";

/**
 * The lines that may say why a call failed; undefined when it did not. Where only its output can show that, nothing but
 * the line that does counts: the rest may be anything.
 */
export function failureLines({
  call,
  output,
  isFailed,
}: FinishedCall): readonly string[] | undefined {
  if (isFailed) return outputLines(output);
  const line = call.command === undefined ? undefined : findHiddenFailure(call.command, output);
  return line === undefined ? undefined : [line];
}
