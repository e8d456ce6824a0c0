import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../adapter.ts";
import { commandLine } from "../command-line.ts";
import type { DeliveryDoor, HookGroup, HookLaunch, HookTable } from "../delivery.ts";
import { emptyHookContainers, hooksOfOurs, withHooks, withoutHooks } from "../edit-hook-entries.ts";
import { codexHeadless } from "./headless.ts";
import { codexHook } from "./hook.ts";
import { codex } from "./sessions.ts";

/** How lessons reach Codex: hooks of the user, beside those of others. */
export const codexDelivery: DeliveryDoor = {
  adapter: codex,
  hook: codexHook,
  program: codexHeadless.program,
  isHere: (machine) => existsSync(configFolder(machine)),
  setup: {
    hooksFile: {
      file: (machine) => join(configFolder(machine), "hooks.json"),
      edit: { emptyHookContainers, hooksOfOurs, withHooks, withoutHooks },
      table: hookTable,
    },
    afterwards:
      "Codex runs a hook only after you trust it: start codex, review the hooks it names (or type /hooks), and approve them.",
  },
  contextFile: "AGENTS.md",
  abilities: {
    start: "yes",
    subagent: "yes",
    compaction: "yes",
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: {
      no: "Codex takes a corrected call only together with permission to run it. Where it would have asked you, the call is held instead.",
    },
    repairs: { no: "Codex has no environment file for its shell." },
    notice: "yes",
    "status line": { no: "Codex shows no status line of others." },
  },
};

function configFolder({ home, environment }: Machine): string {
  return resolve(environment["CODEX_HOME"] || join(home, ".codex"));
}

/** Its expressions know no lookahead, so that the tools that are none of these cannot be named. */
function hookTable(launch: HookLaunch): HookTable {
  const group = (event: string, bucket?: string, matcher?: string): HookGroup => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [
      {
        type: "command",
        command: commandLine(launch, codexHook.name, event, bucket),
        timeout: 5,
      },
    ],
  });
  return {
    SessionStart: [group("SessionStart")],
    SubagentStart: [group("SubagentStart")],
    PreToolUse: [
      group("PreToolUse", "bash", "Bash"),
      group("PreToolUse", "edit", "apply_patch"),
      group("PreToolUse", "mcp", "^mcp__"),
    ],
    PostToolUse: [group("PostToolUse", "bash", "Bash")],
    Stop: [group("Stop")],
    SessionEnd: [group("SessionEnd")],
  };
}
