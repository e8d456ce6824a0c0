import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HookHome } from "./home.ts";

/** Starts a scan that outlives the hook and that nobody waits for. Without the program there is none. */
export async function startScan(
  { folder }: HookHome,
  environment: NodeJS.ProcessEnv,
  path?: string,
): Promise<void> {
  const program = join(folder, "hook", "lessons.js");
  const node = join(folder, "hook", "node");
  const isRecorded = existsSync(program);
  const { spawn } = await import("node:child_process");
  const scan = ["scan", "--auto", ...(path === undefined ? [] : ["--path", path])];
  const child = spawn(
    isRecorded ? (existsSync(node) ? node : process.execPath) : "lessons",
    isRecorded ? [program, ...scan] : scan,
    { detached: true, stdio: "ignore", env: withoutSecrets(environment), windowsHide: true },
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
