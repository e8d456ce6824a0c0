import { textAt, type JsonRecord } from "../platform/json/fields.ts";
import type { ToolAction } from "./event.ts";

/**
 * What the tools of an agent do, and the names under which their input has the command or the path, the usual one
 * first. Tools of plugins and servers are not in it.
 */
export type ToolTable = Readonly<
  Record<string, readonly [does: Exclude<ToolAction["does"], "other">, ...names: string[]]>
>;

export function toolAction(
  tools: ToolTable,
  tool: string,
  input: JsonRecord | undefined,
): ToolAction {
  const [does, ...names] = (Object.hasOwn(tools, tool) ? tools[tool] : undefined) ?? [];
  if (does === undefined) return { does: "other" };
  const named = names.find((name) => textAt(input, name) !== undefined);
  const given = named === undefined ? undefined : textAt(input, named);
  if (does === "shell") return { does, command: given ?? "" };
  return does === "search" ? { does, path: given } : { does, path: given ?? "" };
}
