import type { anyTool, ToolBucket } from "../../match/tool-bucket.ts";

/** What the lessons that come with an error are kept under, beside those that come with a call of the same tools. */
export function resultBucket(bucket: ToolBucket | typeof anyTool): string {
  return `result-${bucket}`;
}
