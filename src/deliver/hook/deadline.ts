import { Script } from "node:vm";
import { hasCode } from "./hook-log.ts";

/** How long a hook may work before it gives up. */
export const deadlineMs = 200;

type Attempt<Result> =
  | { readonly is: "done"; readonly result: Result }
  /** It used up its time. */
  | { readonly is: "stopped" }
  /** Others used it up, each time that it was tried. */
  | { readonly is: "busy" };

/**
 * Work that is stopped at the deadline. On a busy machine that passes without anybody's fault: what counts is
 * how much of it we worked. Then the work begins anew and has longer, so it must leave no trace.
 */
export function withinDeadline<Result>(work: () => Result): Attempt<Result> {
  for (const timeout of [deadlineMs, 2 * deadlineMs, 4 * deadlineMs]) {
    const before = process.cpuUsage();
    try {
      return stoppedAfter(timeout, work);
    } catch (error) {
      if (!hasCode(error, "ERR_SCRIPT_EXECUTION_TIMEOUT")) throw error;
      if (workedMs(before) >= deadlineMs / 2) return { is: "stopped" };
    }
  }
  return { is: "busy" };
}

/** Node's own watchdog, because nothing else can stop an expression that has begun to match. */
function stoppedAfter<Result>(timeout: number, work: () => Result): Attempt<Result> {
  const attempts: Attempt<Result>[] = [];
  const key = "lessonsHookWork";
  const value = () => void attempts.push({ is: "done", result: work() });
  Object.defineProperty(globalThis, key, { value, configurable: true });
  new Script(`${key}()`).runInThisContext({ timeout });
  return attempts[0] ?? { is: "stopped" };
}

/** How long this process has worked since then, however long that took. */
export function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** What the work comes to, or undefined with a line in the log when that takes too long. It must leave no trace. */
export function inTime<Result>(
  log: (line: string) => void,
  work: () => Result,
): Result | undefined {
  const attempt = withinDeadline(work);
  if (attempt.is === "done") return attempt.result;
  log(
    attempt.is === "busy"
      ? "stopped: the machine is too busy"
      : `stopped after ${deadlineMs} ms of work`,
  );
  return undefined;
}

// Not `performance`, which Node would load for it.
const begun = process.hrtime();

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
