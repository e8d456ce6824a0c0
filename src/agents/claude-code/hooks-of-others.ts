import { readdirSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type BoundedText, readBoundedText } from "../../platform/files/read-text-file.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from "../../platform/json/fields.ts";
import type { IsOurs } from "../delivery.ts";
import { othersAtShellCalls } from "../edit-hook-entries.ts";

/** Where the program looks for hooks. */
export interface HookPlaces {
  /** The user's settings. */
  readonly settings: string;
  /** The folder of the user's plugins. */
  readonly plugins: string;
  /** Where sessions are held: the folder, and the root of its project. */
  readonly folders: readonly string[];
  /** What the administrator of the machine has set. */
  readonly managedFolder?: string;
}

/**
 * What others have called before shell calls in a folder: by the settings of the user, of the project and of the machine's administrator,
 * and by the plugins that those switch on. What cannot be read is not called either. Hooks that a skill or a subagent brings with it are not seen:
 * they come and go within a session.
 */
export function hooksOfOthers(
  { settings: userFile, plugins, folders, managedFolder = managedHere() }: HookPlaces,
  isOurs: IsOurs,
  ownPlugin: string,
): readonly string[] {
  const settings = [
    recordIn(userFile),
    ...folders.flatMap((folder) =>
      projectSettings.map((path) => recordOf(readProjectFile(folder, path, mostBytes))),
    ),
    recordIn(join(managedFolder, "managed-settings.json")),
    ...jsonFilesIn(join(managedFolder, "managed-settings.d")).map(recordIn),
  ].flatMap(onlyRecord);
  const inSettings = settings.flatMap((each) => namesIn(each, isOurs));
  const installed = recordAt(recordIn(join(plugins, "installed_plugins.json")), "plugins");
  const inPlugins = enabledPlugins(settings)
    .filter((plugin) => plugin !== ownPlugin)
    .flatMap((plugin) =>
      [
        ...new Set(
          recordsAt(installed, plugin).flatMap((each) => textAt(each, "installPath") ?? []),
        ),
      ]
        .flatMap(hooksOfPlugin)
        .flatMap((hooks) => namesIn(hooks, () => false))
        .map(
          (name) =>
            `${name.replace(/^"?\$\{CLAUDE_PLUGIN_ROOT\}"?\//u, "")} of the plugin ${plugin}`,
        ),
    );
  return [...new Set([...inSettings, ...inPlugins])];
}

const projectSettings = [".claude/settings.json", ".claude/settings.local.json"] as const;

function managedHere(): string {
  switch (process.platform) {
    case "darwin":
      return "/Library/Application Support/ClaudeCode";
    case "win32":
      return String.raw`C:\Program Files\ClaudeCode`;
    default:
      return "/etc/claude-code";
  }
}

/** Settings that come later have the last word about a plugin. */
function enabledPlugins(settings: readonly JsonRecord[]): readonly string[] {
  const switches = Object.assign(
    {},
    ...settings.map((each) => recordAt(each, "enabledPlugins") ?? {}),
  ) as JsonRecord;
  return Object.keys(switches).filter((plugin) => switches[plugin] === true);
}

/** A plugin has its hooks in a file of its own, and in what its manifest says: files, the hooks themselves, or a list of both. */
function hooksOfPlugin(root: string): readonly JsonRecord[] {
  const said = recordIn(join(root, ".claude-plugin", "plugin.json"))?.["hooks"];
  const more = (Array.isArray(said) ? said : [said]).flatMap((each: unknown) => {
    if (isRecord(each)) return [{ hooks: each }];
    return typeof each === "string" ? onlyRecord(recordInside(root, each)) : [];
  });
  return [...onlyRecord(recordIn(join(root, "hooks", "hooks.json"))), ...more];
}

function onlyRecord(record: JsonRecord | undefined): readonly JsonRecord[] {
  return record === undefined ? [] : [record];
}

function recordInside(root: string, name: string): JsonRecord | undefined {
  const file = resolve(root, name);
  const way = relative(root, file);
  return way === ".." || way.startsWith(`..${sep}`) ? undefined : recordIn(file);
}

function namesIn(settings: JsonRecord, isOurs: IsOurs): readonly string[] {
  try {
    return othersAtShellCalls(JSON.stringify(settings), isOurs, "");
  } catch {
    return [];
  }
}

function recordIn(file: string): JsonRecord | undefined {
  try {
    // People keep their settings elsewhere and link to them, and the program follows.
    return recordOf(readBoundedText(realpathSync(file), mostBytes));
  } catch {
    return undefined;
  }
}

function recordOf(read: BoundedText): JsonRecord | undefined {
  if (!("text" in read)) return undefined;
  try {
    const value: unknown = JSON.parse(read.text.replace(/^\uFEFF/u, ""));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const mostBytes = 1 << 20;

function jsonFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
