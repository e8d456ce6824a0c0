import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { settingsBesidePlugin } from "../../agents/claude-code/settings-beside-plugin.ts";
import type { HookHome } from "./home.ts";

/**
 * Whether this is the plugin's hook and the entries of `lessons init` are in the user's settings, too. Both are
 * called then, and the entries answer. At a tool call nobody has to ask: a lesson can be claimed only once.
 */
export function isRegisteredTwice({ folder }: HookHome, environment: NodeJS.ProcessEnv): boolean {
  const userHome = environment["HOME"] || environment["USERPROFILE"] || homedir();
  const settings = settingsBesidePlugin(environment, userHome);
  if (settings === undefined) return false;
  try {
    const entry = JSON.stringify(join(folder, "hook")).slice(1, -1);
    return readFileSync(settings, "utf8").includes(entry);
  } catch {
    return false;
  }
}
