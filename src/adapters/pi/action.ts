import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolAction } from "../../core/event.ts";
import { recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";

/** What a call of one of Pi's tools does. Tools of extensions are `other`. */
export function toolAction(tool: string, given: JsonRecord | undefined): ToolAction {
  const path = textAt(given, "path");
  switch (tool) {
    case "bash":
      return { does: "shell", command: textAt(given, "command") ?? "" };
    case "read":
      return { does: "read", path: path ?? "" };
    case "write":
      return {
        does: "write",
        path: path ?? "",
        text: boundedOutput(textAt(given, "content") ?? ""),
      };
    case "edit":
      return { does: "edit", path: path ?? "", text: boundedOutput(newText(given)) };
    case "find":
    case "grep":
    case "ls":
      return path === undefined ? { does: "search" } : { does: "search", path };
    default:
      return { does: "other" };
  }
}

/** One edit at the top, or a list of them in newer versions. */
function newText(given: JsonRecord | undefined): string {
  return (
    textAt(given, "newText") ??
    recordsAt(given, "edits")
      .map((edit) => textAt(edit, "newText") ?? "")
      .join("\n")
  );
}
