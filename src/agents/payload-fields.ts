import type { PlannedCall } from "../match/moment.ts";
import { isRecord, type JsonRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import { parseJson } from "../platform/json/parse.ts";
import { longestPayloadBytes } from "./delivery.ts";

// What the payloads of all agents have in common. The hook's bundles hold this file, so it imports only what runs without
// dependencies on Node 18. Nothing here throws: a field of the wrong type or of absurd length is left out.

/** A payload as it came; undefined for what is none. */
export function payloadIn(text: string): JsonRecord | undefined {
  if (text.length > longestPayloadBytes) return undefined;
  const parsed = parseJson(text.replace(/^\uFEFF/u, ""));
  return "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
}

const longestName = 512;
const longestPath = 4096;

export function nameAt(payload: JsonRecord | undefined, field: string): string | undefined {
  return shortTextAt(payload, field, longestName);
}

/** `startup`, `resume`, `clear`, `compact`: it is kept as it is, so it may be nothing but a word. */
export function wordAt(payload: JsonRecord, field: string): string | undefined {
  const name = nameAt(payload, field);
  return name !== undefined && /^[a-z]{1,32}$/u.test(name) ? name : undefined;
}

export function pathAt(payload: JsonRecord, field: string): string | undefined {
  return shortTextAt(payload, field, longestPath);
}

/** Empty says nothing: the summariser of a compaction is a subagent with the type "". */
function shortTextAt(
  payload: JsonRecord | undefined,
  field: string,
  longest: number,
): string | undefined {
  const text = textAt(payload, field);
  return text !== undefined && text !== "" && text.length <= longest ? text : undefined;
}

/** Tools of servers and plugins, and those that are newer than this file. `files` may be a list of such inputs. */
export function unknownCall(tool: string, input: JsonRecord): PlannedCall {
  const parts = [input, ...recordsAt(input, "files")].slice(0, mostParts);
  const paths = parts.flatMap((part) =>
    Object.keys(part)
      .filter((name) => pathNames.has(name.toLowerCase().replaceAll(/[_-]/gu, "")))
      .flatMap((name) => textsIn(part[name])),
  );
  const content = joined(parts.flatMap((part) => textsAt(part, ["content", "text", "body"])));
  return { tool, paths: paths.slice(0, mostParts), content };
}

/** In lower case, without what stands between the words. */
const pathNames = new Set([
  "path",
  "file",
  "filepath",
  "filename",
  "directory",
  "dir",
  "folder",
  "notebookpath",
  "relativepath",
  "absolutepath",
  "sourcepath",
  "targetpath",
  "oldpath",
  "newpath",
  "targetfile",
  "source",
  "destination",
  "paths",
  "files",
  "filepaths",
]);
/** Of edits, files or paths in one call. */
export const mostParts = 1000;

export function textsAt(input: JsonRecord, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => textAt(input, name) ?? []).filter((text) => text !== "");
}

function textsIn(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}

export function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join("\n");
}
