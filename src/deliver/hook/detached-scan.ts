import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBriefLock } from "./brief-lock.ts";
import type { HookHome } from "./home.ts";

/** Starts a scan that outlives the hook and that nobody waits for. */
export function startScan(
  home: HookHome,
  environment: NodeJS.ProcessEnv,
  path?: string,
): Promise<void> {
  return startDetached(home, environment, [
    "scan",
    "--auto",
    ...(path === undefined ? [] : ["--path", path]),
  ]);
}

/**
 * Lets the session that has ended wait to be learned from. The agent's own program is asked in the end, and how it signs
 * in may be in the environment that it gave us.
 */
export function startLearning(
  home: HookHome,
  environment: NodeJS.ProcessEnv,
  path: string,
): Promise<void> {
  return startDetached(home, environment, ["learn", "ended", path], { isWhole: true });
}

/** Starts our own program. Without it nothing happens. */
export async function startDetached(
  { folder }: HookHome,
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
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
      env: isWhole ? environment : withoutSecrets(environment),
      windowsHide: true,
    },
  );
  child.on("error", () => undefined);
  child.unref();
}

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
