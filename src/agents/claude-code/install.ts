import { join, resolve } from "node:path";
import type { Machine } from "../adapter.ts";
import type { HookLaunch } from "./hook-entries.ts";

// Where Claude Code looks for what we give it.

/** The folder of the user's settings, skills, plugins and logs. */
export function configFolder({ home, environment }: Machine): string {
  return resolve(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"));
}

export function userSettings(machine: Machine): string {
  return join(configFolder(machine), "settings.json");
}

/** Each folder in it with a SKILL.md is a skill of the user. */
export function userSkills(machine: Machine): string {
  return join(configFolder(machine), "skills");
}

/** The hook as it is installed in a folder: a shell starts faster than Node, but Windows has none. */
export function installedLaunch(
  folder: string,
  { platform, node }: { readonly platform: NodeJS.Platform; readonly node: string },
): HookLaunch {
  if (platform !== "win32") return () => ({ command: join(folder, hookLauncher), args: [] });
  return (event) => {
    const bundle = event === "PreToolUse" ? "lessons-hook.cjs" : "lessons-session.cjs";
    return { command: node, args: [join(folder, bundle)] };
  };
}

export const hookLauncher = "lessons-hook";

/** The plugin, by its name and its marketplace. */
export const pluginName = "lessons@lessons";

/** What to tell `claude` so that it takes the plugin from our package. */
export function pluginInstallCommands(packageRoot: string): readonly (readonly string[])[] {
  return [
    ["plugin", "marketplace", "add", packageRoot],
    ["plugin", "install", pluginName],
  ];
}

export const pluginRemoveCommands: readonly (readonly string[])[] = [
  ["plugin", "uninstall", pluginName],
  ["plugin", "marketplace", "remove", "lessons"],
];
