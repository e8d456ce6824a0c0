import { closeSync, openSync, rmSync, statSync } from "node:fs";

/** Does what only one process may do at a time. Undefined when another is at it: nobody waits for that. */
export function withBriefLock<Result>(
  lock: string,
  now: Date,
  work: () => Result,
): Result | undefined {
  try {
    closeSync(openSync(lock, "wx", 0o600));
  } catch {
    // Of one who ended in between. The next one finds it gone. A clock may have been set back.
    const changed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (Math.abs(now.getTime() - changed) > staleMs) rmSync(lock, { force: true });
    return undefined;
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const staleMs = 60_000;
