import type { BundleReading } from "../catalogue/read-bundle.ts";
import type { ReviewPair, ReviewRun } from "../store/runs.ts";
import { Fault } from "../../platform/fault.ts";

/** Why an answer is not taken: which blocks, what is wrong with each, and what to do. */
export function bundleFault(
  run: ReviewRun,
  pairs: readonly ReviewPair[],
  { blocks, malformed, missing, foreign }: BundleReading,
  isPartial: boolean,
): Fault {
  const nameOf = (number: number) => {
    const pair = pairs.find((one) => one.number === number);
    return `pair ${number} (${pair?.notePath} by ${pair?.gatePath})`;
  };
  const problems = [
    ...[...malformed].map(([number, problem]) => `${nameOf(number)} ${problem}`),
    ...missing.map((number) => `${nameOf(number)} has no block`),
    ...foreign,
  ];
  const shown = problems.slice(0, mostShown);
  const more = problems.length - shown.length;
  const rest = more === 0 ? "" : `; and ${more} more`;
  const mend = `mend the answer by the form in ${run.promptPath} and ingest it again`;
  const take =
    blocks.length === 0 || isPartial
      ? ""
      : `, or take the ${blocks.length} that can be read with --partial`;
  return new Fault(
    "bad-bundle",
    `nothing of the answer to review run ${run.id} was taken: ${shown.join("; ")}${rest}`,
    { hint: mend + take },
  );
}

const mostShown = 10;
