import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";

/** The folder that Claude Code says it is in, on the standard input of a status line. */
export function folderInStatus(text: string): string | undefined {
  const payload: unknown = text.trim() === "" ? undefined : JSON.parse(text);
  if (!isRecord(payload)) return undefined;
  return textAt(recordAt(payload, "workspace"), "current_dir") ?? textAt(payload, "cwd");
}
