/** Tools that share a prefilter, because what they are given looks alike. One hook entry each. */
export const toolBuckets = ["bash", "edit", "read", "search", "mcp", "other"] as const;
export type ToolBucket = (typeof toolBuckets)[number];

/** Stands for all of them, where an agent starts one hook for all its tools. */
export const anyTool = "any";

/** The tools of each bucket by name; `mcp` and `other` hold the rest. */
export const bucketTools = {
  bash: ["Bash", "PowerShell"],
  edit: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  read: ["Read"],
  search: ["Glob", "Grep"],
} as const satisfies Partial<Record<ToolBucket, readonly string[]>>;

export const mcpStart = "mcp__";

export function bucketOf(tool: string): ToolBucket {
  return bucketsByTool.get(tool) ?? (tool.startsWith(mcpStart) ? "mcp" : "other");
}

/** Whether a tool of this bucket may be meant by a name in a lesson; a `*` at its end leaves the rest open. */
export function isNamedIn(bucket: ToolBucket, declared: string): boolean {
  if (!declared.endsWith("*")) return bucketOf(declared) === bucket;
  const start = declared.slice(0, -1);
  if (bucket === "mcp") return start.startsWith(mcpStart) || mcpStart.startsWith(start);
  if (bucket === "other") return !start.startsWith(mcpStart);
  return [...bucketsByTool].some(([tool, its]) => its === bucket && tool.startsWith(start));
}

const bucketsByTool: ReadonlyMap<string, ToolBucket> = new Map(
  Object.entries(bucketTools).flatMap(([bucket, tools]) =>
    tools.map((tool): [string, ToolBucket] => [tool, bucket as keyof typeof bucketTools]),
  ),
);
