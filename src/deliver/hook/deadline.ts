import { withinDeadline } from "../../platform/process/deadline.ts";

/** How long a hook may work before it gives up. */
const deadlineMs = 200;

/**
 * How long it may work to judge the lessons about a call. Those about most calls take a thousandth of it. Ten thousand that have to be
 * matched one by one may take more where others use the same processor: the more important ones come first.
 */
export const judgingMs = 800;

/**
 * However little of it we worked, the call waits no longer: an agent waits for five seconds. Where Node was slow to start, judging
 * still has as long as on any other machine, or fifty hooks at once would deliver nothing.
 */
export function longestWaitMs(waitedBeforeMs: number): number {
  return Math.max(2400, 3500 - waitedBeforeMs);
}

/** What the work comes to, or undefined with a line in the log when that takes too long. It must leave no trace. */
export function inTime<Result>(
  log: (line: string) => void,
  work: () => Result,
): Result | undefined {
  const attempt = withinDeadline(deadlineMs, work);
  if (attempt.is === "done") return attempt.result;
  log(
    attempt.is === "busy"
      ? "stopped: the machine is too busy"
      : `stopped after ${deadlineMs} ms of work`,
  );
  return undefined;
}

// Not `performance`, which Node would load for it.
let begun = process.hrtime();

/** For whoever stays: the next one begins now. */
export function beginAgain(): void {
  begun = process.hrtime();
}

/** Milliseconds since the hook began. */
export function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime(begun);
  return seconds * 1000 + nanoseconds / 1e6;
}

/** At the end of a run: one that somebody may have noticed leaves a line. */
export function logIfSlow(log: (line: string) => void): void {
  const tookMs = elapsed();
  if (tookMs > slowMs) log(`slow: ${Math.round(tookMs)} ms`);
}

const slowMs = 100;
