/** Whether a path is a file in which an agent keeps instructions or what it has learned. */
export function isMemoryFile(path: string): boolean {
  const parts = path.replaceAll("\\", "/").toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  if (instructionFile.test(name) || name.endsWith(".instructions.md")) return true;
  return /\.mdc?$/u.test(name) && parts.slice(0, -1).some(isMemoryFolder);
}

/** Whether a text names one, or asks to keep something in memory. */
export function namesMemoryFile(text: string): boolean {
  return named.test(text) || (inMemory.test(text) && keeps.test(text));
}

export const instructionFile =
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

export const named =
  /(?:^|[^\w/-])(?:claude|agents?|gemini|memory)\.md\b|\bcopilot-instructions\b|\.cursorrules\b/iu;
export const keeps = /\b(?:save|store|add|put|write|note|remember|keep)\b/iu;
export const inMemory = /\b(?:to|in|into) (?:your |the |its |project )?memory\b/iu;
