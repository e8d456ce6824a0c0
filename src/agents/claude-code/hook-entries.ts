import { toolBuckets } from "../../match/tool-bucket.ts";
import { toolMatchers } from "./tool-matchers.ts";

/** How the hook of an event is started, before what it is told about the moment. */
export type HookLaunch = (event: string) => {
  readonly command: string;
  readonly args: readonly string[];
};

/** What Claude Code wants to know about one call of a hook. With `args` no shell is involved. */
export interface HookHandler {
  readonly type: "command";
  readonly command: string;
  readonly args: readonly string[];
  /** Seconds. The hook ends much earlier by itself. */
  readonly timeout: number;
}

export interface HookGroup {
  /** Which tools; all of them without it. */
  readonly matcher?: string;
  readonly hooks: readonly HookHandler[];
}

/** What stands under `hooks`, in a plugin's hooks.json as in a settings file. */
export type HookTable = Readonly<Record<string, readonly HookGroup[]>>;

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
    Stop: [group("Stop")],
    SessionEnd: [group("SessionEnd")],
  };
}

const timeout = 5;

/** The text of the plugin's hooks.json. */
export function pluginHooksText(): string {
  const content = {
    description:
      "Puts a lesson in front of the agent at the tool call that would repeat a mistake.",
    hooks: hookTable(() => ({ command: "${CLAUDE_PLUGIN_ROOT}/hooks/lessons-hook", args: [] })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
