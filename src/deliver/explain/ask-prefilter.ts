import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { bucketOf, type ToolBucket } from "../../match/tool-bucket.ts";

/** Whether the launcher would start Node for a call, and by which of the compiled filters. */
export interface PrefilterAnswer {
  readonly bucket: ToolBucket;
  readonly startsNode: boolean;
}

/** Asks the real grep, in the way of the launcher. What a session was told already plays no part. */
export function askPrefilter(cacheFolder: string, tool: string, payload: string): PrefilterAnswer {
  const bucket = bucketOf(tool);
  const filter = join(cacheFolder, "current", "prefilter", bucket);
  // Without a filter no lesson concerns the tool, and the launcher ends at once.
  if ((statSync(filter, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    return { bucket, startsNode: false };
  }
  const { status } = spawnSync("grep", ["-z", "-a", "-i", "-E", "-q", "-f", filter], {
    input: payload,
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // A grep that refuses leaves the decision to Node.
  return { bucket, startsNode: status !== 1 };
}
