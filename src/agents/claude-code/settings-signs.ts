import { isRecord } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { plainValue } from "../../platform/json/text.ts";
import { settingsRoot } from "./settings-root.ts";

/** What in a settings file keeps our hooks from being called, or calls them already. */
export interface SettingsSigns {
  readonly areHooksOff: boolean;
  readonly isPluginOn: boolean;
  /** Claude Code passes over a file with comments or trailing commas, without a word. */
  readonly isIgnored: boolean;
}

export function settingsSigns(marked: string, plugin: string, file: string): SettingsSigns {
  // The byte order mark is no part of the JSON, and the program does not mind it.
  const text = marked.replace(/^\uFEFF/, "");
  const root = settingsRoot(text, file);
  const value = root === undefined ? undefined : plainValue(root);
  const settings = isRecord(value) ? value : {};
  const plugins = settings["enabledPlugins"];
  return {
    areHooksOff: settings["disableAllHooks"] === true,
    isPluginOn: isRecord(plugins) && plugins[plugin] === true,
    isIgnored: root !== undefined && "problem" in parseJson(text),
  };
}
