import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolAction } from "../../core/event.ts";
import { textAt, type JsonRecord } from "../../core/json-fields.ts";

/** What a call of one of Copilot's tools does. Tools of servers are `other`. */
export function toolAction(tool: string, given: JsonRecord | undefined): ToolAction {
  switch (tool) {
    case "bash":
    case "powershell":
      return { does: "shell", command: textAt(given, "command") ?? "" };
    case "view":
      return { does: "read", path: textAt(given, "path") ?? "" };
    case "edit":
      return fileAction("edit", given, textAt(given, "new_str"));
    case "create":
      return fileAction("write", given, textAt(given, "file_text"));
    case "glob":
    case "grep":
    case "rg": {
      const path = textAt(given, "path");
      return path === undefined ? { does: "search" } : { does: "search", path };
    }
    default:
      return { does: "other" };
  }
}

function fileAction(
  does: "edit" | "write",
  given: JsonRecord | undefined,
  text: string | undefined,
): ToolAction {
  const path = textAt(given, "path") ?? "";
  return text === undefined ? { does, path } : { does, path, text: boundedOutput(text) };
}
