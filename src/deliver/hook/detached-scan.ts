import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBriefLock } from "./brief-lock.ts";
import type { HookContext, HookHome } from "./home.ts";

/** Starts our own program, which outlives the hook and which nobody waits for. Without it nothing happens. */
export async function startDetached(
  { home: { folder }, environment }: HookContext,
  args: readonly string[],
  { hasWholeEnvironment = false } = {},
): Promise<void> {
  const program = join(folder, "hook", "lessons.js");
  const node = join(folder, "hook", "node");
  const isRecorded = existsSync(program);
  const { spawn } = await import("node:child_process");
  const child = spawn(
    isRecorded ? (existsSync(node) ? node : process.execPath) : "lessons",
    isRecorded ? [program, ...args] : [...args],
    {
      detached: true,
      stdio: "ignore",
      env: {
        ...(hasWholeEnvironment ? environment : withoutSecrets(environment)),
        LESSONS_BACKGROUND: lifetimeSeconds,
      },
      windowsHide: true,
    },
  );
  child.on("error", () => undefined);
  child.unref();
}

/** A first scan of years takes minutes. One that is ended has kept what it read, and the next goes on from there. */
const lifetimeSeconds = "1800";

/** A hook gets the agent's whole environment, its keys included. A scan needs to know where things are. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => isPlace.test(name) && !isSecret.test(name)),
  );
}

const isPlace =
  /^(?:HOME|USERPROFILE|PATH|USER|LOGNAME|TMPDIR|TEMP|LANG|LC_\w+|XDG_\w+|LESSONS_\w+|\w+_(?:HOME|CONFIG_DIR|DIR|DATA))$/;
const isSecret = /KEY|TOKEN|SECRET|PASSWORD/i;

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
