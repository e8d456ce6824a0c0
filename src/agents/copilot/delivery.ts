import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../adapter.ts";
import { commandLine } from "../command-line.ts";
import type { DeliveryDoor, HookLaunch } from "../delivery.ts";
import { copilotHook } from "./hook.ts";
import { copilot } from "./sessions.ts";

/** How lessons reach Copilot CLI: a hook file of our own beside the user's. */
export const copilotDelivery: DeliveryDoor = {
  adapter: copilot,
  hook: copilotHook,
  program: "copilot",
  isHere: (machine) => existsSync(configFolder(machine)),
  setup: {
    ownFiles: (machine, { launch }) => [
      { path: join(configFolder(machine), "hooks", "lessons.json"), content: hooksText(launch) },
    ],
  },
  contextFile: "AGENTS.md",
  abilities: {
    start: "yes",
    subagent: "yes",
    compaction: { no: "Copilot CLI does not call a hook after it compacted a session." },
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: "yes",
    repairs: { no: "Copilot CLI has no environment file for its shell." },
    notice: { no: "Copilot CLI shows nothing of a hook to the person." },
    "status line": { no: "Copilot CLI shows no status line of others." },
  },
};

function configFolder({ home, environment }: Machine): string {
  return resolve(environment["COPILOT_HOME"] || join(home, ".copilot"));
}

/** In the dialect in which a hook may hand over another input. It has no choice of tools: the launcher looks at all of them. */
function hooksText(launch: HookLaunch): string {
  const entry = (event: string, bucket?: string) => [
    {
      type: "command",
      bash: commandLine(launch, copilotHook.name, event, bucket),
      timeoutSec: 5,
    },
  ];
  const hooks = {
    sessionStart: entry("SessionStart"),
    subagentStart: entry("SubagentStart"),
    preToolUse: entry("PreToolUse", "any"),
    // Of a shell call that failed it speaks here, too.
    postToolUse: entry("PostToolUseFailure", "any"),
    postToolUseFailure: entry("PostToolUseFailure", "any"),
    agentStop: entry("Stop"),
    sessionEnd: entry("SessionEnd"),
  };
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
