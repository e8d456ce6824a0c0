/** Set for what hooks start and nobody waits for: how many seconds it may live. */
export const lifetimeVariable = "LESSONS_BACKGROUND";

/** Whether nobody waits for this program. */
export function isInBackground(environment: NodeJS.ProcessEnv): boolean {
  return secondsIn(environment) !== undefined;
}

/**
 * Ends this process when its time is up, whatever it does: nobody looks after a program in the background, and one that is
 * caught in an endless search cannot look at a clock. A thread can. What was written stays; the next one goes on from there.
 */
export async function endInTime(environment: NodeJS.ProcessEnv): Promise<void> {
  const seconds = secondsIn(environment);
  if (seconds === undefined) return;
  // Everybody else does without.
  const { Worker } = await import("node:worker_threads");
  const code = `setTimeout(() => process.kill(process.pid, "SIGKILL"), ${seconds * 1000})`;
  new Worker(code, { eval: true, env: {} }).unref();
}

function secondsIn(environment: NodeJS.ProcessEnv): number | undefined {
  const seconds = Number(environment[lifetimeVariable] || Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, mostSeconds) : undefined;
}

const mostSeconds = 86_400;
