import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../adapter.ts";
import type { DeliveryDoor } from "../delivery.ts";
import { guardCommands, guardMentions, guardPrompt, guardValue } from "./guard-prompt.ts";
import { claudeHeadless } from "./headless.ts";
import { claudeCodeHook } from "./hook.ts";
import { hookTable } from "./hook-entries.ts";
import { emptyHookContainers, hooksOfOurs, withHooks, withoutHooks } from "./hook-settings.ts";
import { claudeCode, toolNames } from "./sessions.ts";
import {
  ourStatusLine,
  settingsSigns,
  statusLineIn,
  withoutStatusLine,
  withStatusLine,
} from "./settings-text.ts";

/** The plugin, by its name and its marketplace. */
const pluginName = "lessons@lessons";

export const claudeCodeDelivery: DeliveryDoor = {
  adapter: claudeCode,
  hook: claudeCodeHook,
  headless: claudeHeadless,
  toolNames,
  isHere: (machine) => existsSync(configFolder(machine)),
  settings: {
    file: (machine) => join(configFolder(machine), "settings.json"),
    hookTable,
    hooksOfOurs,
    withHooks,
    withoutHooks,
    emptyHookContainers,
    signsIn: (text, file) => settingsSigns(text, pluginName, file),
    whereHooksShow: "in Claude Code, /hooks shows what it calls and claude --debug what came of it",
  },
  plugin: {
    installCommands: (packageRoot) => [
      ["plugin", "marketplace", "add", packageRoot],
      ["plugin", "install", pluginName],
    ],
    removeCommands: [
      ["plugin", "uninstall", pluginName],
      ["plugin", "marketplace", "remove", "lessons"],
    ],
  },
  statusLine: {
    commandIn: statusLineIn,
    withCommand: withStatusLine,
    without: withoutStatusLine,
    ours: ourStatusLine,
  },
  userSkills: (machine) => join(configFolder(machine), "skills"),
  projectFolders: {
    // A command in it is typed as `/self-learning:<name>`.
    commands: ".claude/commands/self-learning/",
    skills: ".claude/skills/",
  },
  guards: { guardPrompt, guardCommands, guardMentions, guardValue },
  proof: {
    makeCall: (command) => ({
      args: [
        "--print",
        "--output-format",
        "json",
        "--permission-mode",
        "dontAsk",
        "--allowedTools",
        `Bash(${command})`,
      ],
      input: `Run exactly this command with the Bash tool, once: ${command}\nThen answer with the word done.\n`,
    }),
    outerSession: [
      "CLAUDECODE",
      "CLAUDE_CODE_ENTRYPOINT",
      "CLAUDE_CODE_SESSION_ID",
      "CLAUDE_CODE_CHILD_SESSION",
    ],
    isCallIn: (log, command) => log.includes(`"command":"${command}`),
    isContextLine: (line) => line.includes('"hook_additional_context"'),
    whereItShows: "claude --debug shows what came of the hook",
    whetherItAnswers: "see whether claude -p answers at all, then try again",
  },
};

/** The folder of the user's settings, skills, plugins and logs. */
function configFolder({ home, environment }: Machine): string {
  return resolve(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"));
}
