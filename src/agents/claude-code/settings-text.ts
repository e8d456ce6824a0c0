import { isRecord, textAt } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import {
  appendTo,
  cutOut,
  plainValue,
  itemsOf,
  propertyOf,
  valueOf,
} from "../../platform/json/text.ts";
import type { SettingsSigns } from "../delivery.ts";
import { settingsRoot } from "../settings-root.ts";
import { quoteWord } from "../../shell/word.ts";

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

// The status line in the text of a settings file. There can be one, and it is the user's.

/** The rules by which Claude Code runs our deciding commands, or every command, without asking. */
export function wideGrants(marked: string, file: string): readonly string[] {
  const root = settingsRoot(marked.replace(/^\uFEFF/u, ""), file);
  const allowed = valueOf(propertyOf(valueOf(propertyOf(root, "permissions")), "allow"));
  const rules = itemsOf(allowed).map(plainValue);
  return rules.filter((rule) => typeof rule === "string").filter((rule) => isWide.test(rule));
}

const isWide =
  /^Bash(?:\(\s*(?:\*\s*)?\))?$|^Bash\(\s*(?:\S*\/)?lessons(?:\s*(?::\s*)?\*|\s+(?:promote|decide|edit|add|import|repairs|config|share|forget|uninstall|init|confirm|restore-backup)\b)/;

/** The command of the status line that is there; empty where it is something else than a command. */
export function statusLineIn(text: string, file: string): string | undefined {
  const property = propertyOf(settingsRoot(text, file), "statusLine");
  if (property === undefined) return undefined;
  const node = valueOf(property);
  const value = node === undefined ? undefined : plainValue(node);
  return isRecord(value) ? (textAt(value, "command") ?? "") : "";
}

/** With a status line, where there is none. */
export function withStatusLine(text: string, command: string, file: string): string {
  const statusLine = { type: "command", command };
  const root = settingsRoot(text, file);
  if (root === undefined) return `${text}${JSON.stringify({ statusLine }, null, 2)}\n`;
  return appendTo(text, root, statusLine, { name: "statusLine" });
}

/** Without it. */
export function withoutStatusLine(text: string, file: string): string {
  const property = propertyOf(settingsRoot(text, file), "statusLine");
  return property === undefined ? text : cutOut(text, property);
}

/** What Claude Code's shell runs for ours, from the folder that hooks are run from. */
export function ourStatusLine(hookFolder: string): string {
  return [`${hookFolder}/node`, `${hookFolder}/lessons-statusline.cjs`].map(quoteWord).join(" ");
}
