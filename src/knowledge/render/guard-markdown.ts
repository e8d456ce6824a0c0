import { guardCommands } from "../../agents/delivery-doors.ts";
import { closes, fenceOf } from "../index/read-knowledge.ts";
import { plainLine } from "../../redact/plain-text.ts";

/**
 * Foreign text as Markdown that stays text: it opens no heading, rule, field or comment of ours, and an agent
 * that loads the file runs nothing in it. What is in a code block stays as it is, and a block that nobody
 * closed is closed.
 */
export function guardMarkdown(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const mark = fenceOf(line);
    if (fence === undefined) {
      if (mark !== undefined) fence = mark;
      return guardCommands(mark === undefined ? guardLine(line) : line);
    }
    if (closes(line, fence)) fence = undefined;
    return guardCommands(line);
  });
  return (fence === undefined ? lines : [...lines, fence]).join("\n");
}

/** Foreign text on one line, for a heading or a value. */
export function guardTitle(text: string): string {
  return guardCommands(plainLine(text)).replaceAll("<!--", "\\<!--");
}

/** What Markdown, and whoever reads our files, would take for more than a sentence gets a backslash. */
function guardLine(line: string): string {
  return line
    .replace(/^(\s*)(?=#|-{3}|={3}|\*{3}|_{3}|- \*\*|\*\*\w+\*\*\s*$)/, "$1\\")
    .replaceAll("<!--", "\\<!--");
}
