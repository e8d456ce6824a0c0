import { isRecord, textAt } from "../../platform/json/fields.ts";
import { appendTo, cutOut, plainValue, propertyOf, valueOf } from "../../platform/json/text.ts";
import { quoteWord } from "../../shell/word.ts";
import { settingsRoot } from "./settings-root.ts";

// The status line in the text of a settings file. There can be one, and it is the user's.

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
