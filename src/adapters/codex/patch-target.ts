import type { ToolAction } from "../../core/event.ts";

/**
 * What a patch does, as far as one call can say it: the first file that it names, and all the lines that
 * it adds. Codex has no other way to write a file but the shell.
 */
export function patchAction(patch: string): ToolAction {
  const target = firstTarget.exec(patch);
  if (target === null) return { does: "other" };
  const [, verb, path = ""] = target;
  return {
    does: verb === "Add" ? "write" : "edit",
    path: path.trim(),
    text: addedLines(patch),
  };
}

const firstTarget = /^\*\*\* (Add|Update|Delete) File: (.+)$/m;

function addedLines(patch: string): string {
  return patch
    .split("\n")
    .filter((line) => line.startsWith("+"))
    .map((line) => line.slice(1))
    .join("\n");
}
