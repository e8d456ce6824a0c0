import { textAt, type JsonRecord } from "../../platform/json/fields.ts";
import type { ToolAction } from "../event.ts";

/** What a call of one of Claude Code's tools does. Tools of plugins and servers are `other`. */
export function toolAction(tool: string, input: JsonRecord | undefined): ToolAction {
  switch (tool) {
    case "Bash":
    case "PowerShell":
      return { does: "shell", command: textAt(input, "command") ?? "" };
    case "Read":
    case "NotebookRead":
      return fileAction("read", input);
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
      return fileAction("edit", input);
    case "Write":
      return fileAction("write", input);
    case "Glob":
    case "Grep":
    case "LS": {
      const path = textAt(input, "path");
      return path === undefined ? { does: "search" } : { does: "search", path };
    }
    default:
      return { does: "other" };
  }
}

function fileAction(does: "read" | "edit" | "write", input: JsonRecord | undefined): ToolAction {
  const path = textAt(input, "file_path") ?? textAt(input, "notebook_path") ?? "";
  return { does, path };
}
