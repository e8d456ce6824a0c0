import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBriefLock } from "./brief-lock.ts";
import type { HookHome } from "./home.ts";

/**
 * Whether it is time for a scan in the background, and nobody else has just started one. The file's time is
 * when the last one began; of several sessions that start at once, one has the lock.
 */
export function isScanDue({ folder }: HookHome, intervalHours: number, now: Date): boolean {
  if (intervalHours <= 0) return false;
  const mark = join(folder, markFile);
  const isDue = () => ageOf(mark, now) >= intervalHours * 3_600_000;
  if (!isDue()) return false;
  try {
    const isOurs = withBriefLock(`${mark}.lock`, now, () => {
      // Somebody may have been here between the first look and the lock.
      if (!isDue()) return false;
      writeFileSync(mark, `${now.toISOString()}\n`, { mode: 0o600 });
      return true;
    });
    return isOurs ?? false;
  } catch {
    return false;
  }
}

const markFile = "last-scan";

/** A clock that was set back must not stop scans for good. */
function ageOf(file: string, now: Date): number {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - changed);
}
