import { isRecord, recordsAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import type { PlannedCall } from "../../match/moment.ts";

/** What a call of a tool does, as lessons look at it. Of a tool that we do not know, what its fields are named after. */
export function hookCall(tool: string, given: unknown): PlannedCall {
  const input = isRecord(given) ? given : {};
  switch (tool) {
    case "Bash":
    case "PowerShell":
      return withCommand({ tool, paths: [] }, textAt(input, "command"));
    case "Read":
      return { tool, paths: textsAt(input, filePaths) };
    case "Edit":
    case "Write":
    case "MultiEdit":
    case "NotebookEdit":
      return withContent({ tool, paths: textsAt(input, filePaths) }, written(input));
    case "Glob":
      return { tool, paths: textsAt(input, ["path", "pattern"]) };
    case "Grep":
      return { tool, paths: textsAt(input, ["path", "glob"]) };
    default:
      return unknownCall(tool, input);
  }
}

function withCommand(call: PlannedCall, command: string | undefined): PlannedCall {
  return command === undefined ? call : { ...call, command };
}

function withContent(call: PlannedCall, content: string | undefined): PlannedCall {
  return content === undefined ? call : { ...call, content };
}

const filePaths = ["file_path", "notebook_path"];

function written(input: JsonRecord): string | undefined {
  const edits = recordsAt(input, "edits").slice(0, mostParts);
  return joined([
    ...textsAt(input, ["content", "new_string", "new_source"]),
    ...edits.flatMap((edit) => textsAt(edit, ["new_string"])),
  ]);
}

/** Tools of servers and plugins, and those that are newer than this file. `files` may be a list of such inputs. */
function unknownCall(tool: string, input: JsonRecord): PlannedCall {
  const parts = [input, ...recordsAt(input, "files")].slice(0, mostParts);
  const paths = parts.flatMap((part) =>
    Object.keys(part)
      .filter((name) => pathNames.has(name.toLowerCase().replaceAll(/[_-]/gu, "")))
      .flatMap((name) => textsIn(part[name])),
  );
  const content = joined(parts.flatMap((part) => textsAt(part, ["content", "text", "body"])));
  return withContent({ tool, paths: paths.slice(0, mostParts) }, content);
}

/** In lower case, without what stands between the words. */
const pathNames = new Set(
  ["path", "file", "filepath", "filename", "directory", "dir", "folder", "notebookpath"]
    .concat(["relativepath", "absolutepath", "sourcepath", "targetpath", "oldpath", "newpath"])
    .concat(["targetfile", "source", "destination", "paths", "files", "filepaths"]),
);
/** Of edits, files or paths in one call. */
const mostParts = 1000;

function textsAt(input: JsonRecord, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => textAt(input, name) ?? []).filter((text) => text !== "");
}

function textsIn(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join("\n");
}
