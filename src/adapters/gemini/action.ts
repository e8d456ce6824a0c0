import type { ToolAction } from "../../core/event.ts";
import { textAt, type JsonRecord } from "../../core/json-fields.ts";

/** What a call of one of Gemini CLI's tools does. Tools of extensions and servers are `other`. */
export function toolAction(tool: string, input: JsonRecord | undefined): ToolAction {
  switch (tool) {
    case "run_shell_command":
      return shellAction(input);
    case "read_file":
      return fileAction("read", input);
    case "replace":
      return fileAction("edit", input, textAt(input, "new_string"));
    case "write_file":
      return fileAction("write", input, textAt(input, "content"));
    case "glob":
    case "grep_search":
    case "list_directory":
    case "search_file_content": {
      const path = textAt(input, "dir_path") ?? textAt(input, "path");
      return path === undefined ? { does: "search" } : { does: "search", path };
    }
    default:
      return { does: "other" };
  }
}

function shellAction(input: JsonRecord | undefined): ToolAction {
  const command = textAt(input, "command") ?? "";
  const workingDirectory = textAt(input, "dir_path") ?? textAt(input, "directory");
  return workingDirectory === undefined
    ? { does: "shell", command }
    : { does: "shell", command, workingDirectory };
}

function fileAction(
  does: "read" | "edit" | "write",
  input: JsonRecord | undefined,
  text?: string,
): ToolAction {
  const path = textAt(input, "file_path") ?? textAt(input, "absolute_path") ?? "";
  return text === undefined ? { does, path } : { does, path, text };
}
