import { Script } from "node:vm";

export type Attempt<Result> =
  | { readonly is: "done"; readonly result: Result }
  /** It used up its time. */
  | { readonly is: "stopped" }
  /** Others used it up, each time that it was tried. */
  | { readonly is: "busy" };

/**
 * Work that is stopped after so long: what matches a pattern of somebody else's may never end. On a busy machine the time
 * passes without anybody's fault: what counts is how much of it we worked. Then the work begins anew and has longer, so
 * it must leave no trace. About a quarter of a millisecond goes into the watch.
 */
export function withinDeadline<Result>(limitMs: number, work: () => Result): Attempt<Result> {
  // Over all tries: what needs a thousandth of its time does not use up half of it in four.
  const before = process.cpuUsage();
  for (const timeout of [limitMs, 2 * limitMs, 4 * limitMs, 8 * limitMs]) {
    const done = doneWithin(timeout, work);
    if (done !== undefined) return { is: "done", ...done };
    if (workedMs(before) >= limitMs / 2) return { is: "stopped" };
  }
  return { is: "busy" };
}

/**
 * The same once, whoever used up the time: undefined when it was not enough. Node's own watchdog, because nothing else can
 * stop an expression that has begun to match.
 */
export function doneWithin<Result>(
  timeout: number,
  work: () => Result,
): { readonly result: Result } | undefined {
  if (!canBeStopped) return { result: work() };
  const results: { readonly result: Result }[] = [];
  const key = "lessonsWork";
  const value = () => void results.push({ result: work() });
  Object.defineProperty(globalThis, key, { value, configurable: true });
  script ??= new Script(`${key}()`);
  try {
    script.runInThisContext({ timeout });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return results[0];
}

let script: Script | undefined;

/**
 * Whether work can be stopped here. Bun's watchdog ends more than the script that it watches: an agent that runs on Bun stood still for
 * good when the machine was busy. There, nothing may be begun that might not end.
 */
export const canBeStopped = process.versions["bun"] === undefined;

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

/** How long this process has worked since then, however long that took. */
export function workedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
