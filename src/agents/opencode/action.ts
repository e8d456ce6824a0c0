import type { ToolAction } from "../event.ts";
import { textAt, type JsonRecord } from "../../platform/json/fields.ts";

/** What a call of one of OpenCode's tools does. Tools of plugins and servers are `other`. */
export function toolAction(tool: string, input: JsonRecord | undefined): ToolAction {
  switch (tool) {
    case "bash":
    case "shell":
      return {
        does: "shell",
        command: textAt(input, "command") ?? "",
        workingDirectory: textAt(input, "workdir"),
      };
    case "read":
      return fileAction("read", textAt(input, "filePath"));
    case "edit":
    case "multiedit":
      return fileAction("edit", textAt(input, "filePath"), textAt(input, "newString"));
    case "write":
      return fileAction("write", textAt(input, "filePath"), textAt(input, "content"));
    case "apply_patch":
    case "patch": {
      const patch = textAt(input, "patchText");
      return fileAction("edit", patchedFile.exec(patch ?? "")?.[1], patch);
    }
    case "glob":
    case "grep":
    case "list":
      return { does: "search", path: textAt(input, "path") };
    default:
      return { does: "other" };
  }
}

/** The first of them, when a patch changes several. */
const patchedFile = /^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,4096})$/m;

function fileAction(
  does: "read" | "edit" | "write",
  path: string | undefined,
  text?: string,
): ToolAction {
  return { does, path: path ?? "", text };
}
