import { closeSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookHome } from "./home.ts";

/**
 * Whether it is time for a scan in the background, and nobody else has just started one. The file's time is
 * when the last one began; of several sessions that start at once, one has the lock.
 */
export function isScanDue({ folder }: HookHome, intervalHours: number, now: Date): boolean {
  if (intervalHours <= 0) return false;
  const mark = join(folder, markFile);
  const lock = `${mark}.lock`;
  const isDue = () => ageOf(mark, now) >= intervalHours * 3_600_000;
  if (!isDue()) return false;
  try {
    closeSync(openSync(lock, "wx", 0o600));
  } catch {
    // Of one who ended in between. The next session finds it gone.
    if (ageOf(lock, now) > staleMs) rmSync(lock, { force: true });
    return false;
  }
  try {
    // Somebody may have been here between the first look and the lock.
    if (!isDue()) return false;
    writeFileSync(mark, `${now.toISOString()}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(lock, { force: true });
  }
}

const markFile = "last-scan";
const staleMs = 60_000;

/** A clock that was set back must not stop scans for good. */
function ageOf(file: string, now: Date): number {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - changed);
}
