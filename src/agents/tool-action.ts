import { textAt, type JsonRecord } from "../platform/json/fields.ts";
import type { ToolAction } from "./event.ts";
import { notedWords } from "./memory-file.ts";

/**
 * What the tools of an agent do, and the names under which their input has the command or the path, the usual one
 * and another. Tools of plugins and servers are not in it.
 */
export type ToolTable = Readonly<
  Record<
    string,
    readonly [does: Exclude<ToolAction["does"], "other">, usual: string, other?: string]
  >
>;

export function toolAction(
  tools: ToolTable,
  tool: string,
  input: JsonRecord | undefined,
): ToolAction {
  const row = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (row === undefined) return { does: "other" };
  const [does, usual, other] = row;
  const given = textAt(input, usual) ?? (other && textAt(input, other));
  if (does === "shell") return { does, command: given ?? "" };
  if (does === "search") return { does, path: given };
  const path = given ?? "";
  const noted = does === "read" ? undefined : notedWords(path, input);
  return noted === undefined ? { does, path } : { does, path, noted };
}
