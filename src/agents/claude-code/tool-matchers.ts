import { bucketTools, mcpStart, type ToolBucket } from "../../match/tool-bucket.ts";

/** Which tools an entry in hooks.json is for: names between bars, or an expression if it has any other character. */
export const toolMatchers: Readonly<Record<ToolBucket, string>> = {
  bash: bucketTools.bash.join("|"),
  edit: bucketTools.edit.join("|"),
  read: bucketTools.read.join("|"),
  search: bucketTools.search.join("|"),
  mcp: `^${mcpStart}.*`,
  other: `^(?!(?:${Object.values(bucketTools).flat().join("|")})$|${mcpStart}).*$`,
};
