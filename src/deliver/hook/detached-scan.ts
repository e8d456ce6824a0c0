import { existsSync } from "node:fs";
import { join } from "node:path";
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
