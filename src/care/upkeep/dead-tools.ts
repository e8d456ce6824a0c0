import { mcpStart } from "../../match/tool-bucket.ts";

/**
 * The tools that a lesson asks for, when no agent has any of them; otherwise none. Tools of MCP servers come and go
 * with the servers, so nobody can say that there are none.
 */
export function deadTools(
  toolNames: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const isAlive = (declared: string) => {
    if (declared.startsWith(mcpStart)) return true;
    if (!declared.endsWith("*")) return known.has(declared);
    const start = declared.slice(0, -1);
    return mcpStart.startsWith(start) || [...known].some((tool) => tool.startsWith(start));
  };
  return toolNames.some(isAlive) ? [] : toolNames;
}
