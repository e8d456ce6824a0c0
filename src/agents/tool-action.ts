import { textAt, type JsonRecord } from "../platform/json/fields.ts";
import type { ToolAction } from "./event.ts";

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
  return does === "search" ? { does, path: given } : { does, path: given ?? "" };
}
