import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../adapter.ts";
import { commandLine } from "../command-line.ts";
import type { DeliveryDoor, HookLaunch } from "../delivery.ts";
import { geminiHeadless } from "./headless.ts";
import { geminiHook } from "./hook.ts";
import { gemini } from "./sessions.ts";

/** How lessons reach Gemini CLI: an extension, in the folder that its own installer would copy it to. */
export const geminiDelivery: DeliveryDoor = {
  adapter: gemini,
  hook: geminiHook,
  program: geminiHeadless.program,
  isHere: (machine) => existsSync(configFolder(machine)),
  setup: {
    ownFiles: (machine, { launch }) => {
      const folder = join(configFolder(machine), "extensions", "lessons");
      const file = (path: string, content: string) => ({ path: join(folder, path), content });
      return [
        file("gemini-extension.json", json({ name: "lessons", version: "1.0.0" })),
        file("hooks/hooks.json", json({ hooks: hookTable(launch) })),
        file("commands/lessons/review.toml", reviewCommand),
      ];
    },
    afterwards: "Restart Gemini CLI: it loads extensions when it starts.",
  },
  contextFile: "GEMINI.md",
  abilities: {
    start: "yes",
    subagent: { no: "Gemini CLI calls no hook when a subagent starts." },
    compaction: { no: "Gemini CLI calls its compaction hook before every request." },
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: "yes",
    repairs: { no: "Gemini CLI has no environment file for its shell." },
    notice: "yes",
    "status line": { no: "Gemini CLI shows no status line of others." },
  },
};

function configFolder({ home }: Machine): string {
  return join(home, ".gemini");
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Matchers are expressions. What a hook adds before a call is dropped, so the same hook runs once more when the call is over. */
function hookTable(launch: HookLaunch): object {
  const hook = (event: string, bucket?: string) => ({
    type: "command",
    name: `lessons ${event}${bucket === undefined ? "" : ` ${bucket}`}`,
    command: commandLine(launch, geminiHook.name, event, bucket),
    // Milliseconds.
    timeout: 5000,
  });
  const buckets = Object.entries(toolNames);
  return {
    SessionStart: [{ hooks: [hook("SessionStart")] }],
    BeforeTool: buckets.map(([bucket, matcher]) => ({
      matcher,
      hooks: [hook("PreToolUse", bucket)],
    })),
    AfterTool: buckets.map(([bucket, matcher]) => ({
      matcher,
      hooks: [hook("PreToolUse", bucket), hook("PostToolUseFailure", bucket)],
    })),
    AfterAgent: [{ hooks: [hook("Stop")] }],
    SessionEnd: [{ hooks: [hook("SessionEnd")] }],
  };
}

const toolNames = {
  bash: "^run_shell_command$",
  edit: "^(write_file|replace)$",
  read: "^read_file$",
  search: "^(glob|grep_search|search_file_content)$",
} as const;

/** A command of Gemini CLI; what stands in the braces is run by its shell, which asks the person. */
const reviewCommand = `description = "Review what lessons found in your sessions"
prompt = """
Show me the candidates that wait, then ask me which ones to approve or archive.
To decide, run: lessons review "approve 1, archive 2". Then tell me the command it prints for confirming; only I may run it.

!{lessons review --plain}
"""
`;
