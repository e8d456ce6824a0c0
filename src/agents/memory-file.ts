import { recordsAt, textAt, type JsonRecord } from "../platform/json/fields.ts";

/** Whether a path is a file in which an agent keeps instructions or what it has learned. */
export function isMemoryFile(path: string): boolean {
  const parts = path.replaceAll("\\", "/").toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  if (instructionFile.test(name) || name.endsWith(".instructions.md")) return true;
  return /\.mdc?$/u.test(name) && parts.slice(0, -1).some(isMemoryFolder);
}

/**
 * What a call adds to such a file, as far as its input says so; undefined for any other file. Contents of the person's
 * own files are never read. Lines that were there before are left out.
 */
export function notedWords(path: string, input: JsonRecord | undefined): string | undefined {
  if (input === undefined || !isMemoryFile(path)) return undefined;
  const edits = [input, ...recordsAt(input, "edits")];
  const before = new Set(edits.flatMap((edit) => linesOf(edit, oldNames)));
  const added = edits
    .flatMap((edit) => linesOf(edit, newNames))
    .filter((line) => !before.has(line));
  const words = added.join("\n").trim();
  return words === "" ? undefined : words.slice(0, longestNote);
}

/** Whether a note is marked as what a person said about the agent's work, as Claude Code does in its memory. */
export function isFeedbackNote(note: string): boolean {
  return feedback.test(note);
}

const feedback = /(?:^|\n)\s{0,4}type: feedback\s{0,9}(?:\n|$)/u;

function linesOf(edit: JsonRecord, names: readonly string[]): readonly string[] {
  const text = names.map((name) => textAt(edit, name)).find((value) => value !== undefined) ?? "";
  return text.slice(0, longestText).split("\n");
}

/** How the agents call what is written and what it replaces. */
const newNames = ["new_string", "newString", "new_str", "newText", "content", "file_text"];
const oldNames = ["old_string", "oldString", "old_str", "oldText"];
const longestText = 20_000;
const longestNote = 2000;

const instructionFile =
  /^(?:claude(?:\.local)?\.md|agents?(?:\.override)?\.md|gemini\.md|copilot-instructions\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|conventions\.md|memory\.md|lessons?\.md|learnings\.md|troubleshooting\.md)$/u;

/** The parent counts: `rules` means much in other places. */
function isMemoryFolder(part: string, index: number, parts: readonly string[]): boolean {
  if (part === "rules") return ruleKeepers.has(parts[index - 1] ?? "");
  return memoryFolders.has(part);
}

const memoryFolders: ReadonlySet<string> = new Set([
  "memory",
  "memories",
  ".memory",
  ".learnings",
  ".clinerules",
  ".lessons",
]);
const ruleKeepers: ReadonlySet<string> = new Set([".cursor", ".windsurf", ".claude", ".roo"]);
