import { bucketTools, mcpStart, type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import type { HookGroup, HookLaunch, HookTable } from "../delivery.ts";

/** The moments at which the hook is called, for whoever starts it in this way. */
export function hookTable(launch: HookLaunch): HookTable {
  const group = (event: string, ...more: readonly string[]): HookGroup => {
    const { command, args } = launch(event);
    return { hooks: [{ type: "command", command, args: [...args, event, ...more], timeout }] };
  };
  return {
    SessionStart: [group("SessionStart")],
    SubagentStart: [group("SubagentStart")],
    PreToolUse: toolBuckets.map((bucket) => ({
      matcher: toolMatchers[bucket],
      ...group("PreToolUse", bucket),
    })),
    PostToolUseFailure: toolBuckets.map((bucket) => ({
      matcher: toolMatchers[bucket],
      ...group("PostToolUseFailure", bucket),
    })),
    // A call that ended well may have failed all the same where a shell lost its status; one that we corrected may not
    // have run as corrected.
    PostToolUse: [{ matcher: toolMatchers.bash, ...group("PostToolUse", "bash") }],
    // Only here is heard of what was refused before it ran.
    PostToolBatch: [group("PostToolBatch")],
    Stop: [group("Stop")],
    SessionEnd: [group("SessionEnd")],
  };
}

const timeout = 5;

/** The text of the plugin's hooks.json. */
export function pluginHooksText(): string {
  const content = {
    description: "Shows a lesson to the agent at the tool call that would repeat a mistake.",
    hooks: hookTable(() => ({ command: "${CLAUDE_PLUGIN_ROOT}/hooks/lessons-hook", args: [] })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Which tools an entry in hooks.json is for: names between bars, or an expression if it has any other character. */
export const toolMatchers: Readonly<Record<ToolBucket, string>> = {
  bash: bucketTools.bash.join("|"),
  edit: bucketTools.edit.join("|"),
  read: bucketTools.read.join("|"),
  search: bucketTools.search.join("|"),
  mcp: `^${mcpStart}.*`,
  other: `^(?!(?:${Object.values(bucketTools).flat().join("|")})$|${mcpStart}).*$`,
};
