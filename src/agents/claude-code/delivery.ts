import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "../adapter.ts";
import type { Abilities, IsOurs } from "../delivery.ts";
import { guardCommands, guardMentions, guardPrompt, guardValue } from "./guard-prompt.ts";
import { claudeHeadless, outerSession } from "./headless.ts";
import { claudeCodeHook } from "./hook.ts";
import { hookTable } from "./hook-entries.ts";
import { emptyHookContainers, hooksOfOurs, withHooks, withoutHooks } from "../edit-hook-entries.ts";
import { hooksOfOthers } from "./hooks-of-others.ts";
import {
  allowRulesIn,
  emptyRuleContainers,
  readRule,
  runRule,
  withAllowRules,
  withoutAllowRules,
} from "./allow-rules.ts";
import { claudeCode } from "./sessions.ts";
import {
  ourStatusLine,
  settingsSigns,
  wideGrants,
  statusLineIn,
  withoutStatusLine,
  withStatusLine,
} from "./settings-text.ts";

/** The plugin, by its name and its marketplace. */
const pluginName = "lessons@lessons";

/** How lessons reach Claude Code. */
export const claudeCodeDelivery = {
  adapter: claudeCode,
  hook: claudeCodeHook,
  headless: claudeHeadless,
  /** Whether it was set up on this machine, even if nothing was logged yet. */
  isHere: (machine: Machine) => existsSync(configFolder(machine)),
  abilities: {
    start: "yes",
    subagent: "yes",
    compaction: "yes",
    call: "yes",
    error: "yes",
    hold: "yes",
    fix: "yes",
    repairs: "yes",
    notice: "yes",
    "status line": "yes",
  } satisfies Abilities,
  settings: {
    file: (machine: Machine) => join(configFolder(machine), "settings.json"),
    hookTable,
    /** What others have called before shell calls in these folders, by the user's settings in `file` and all else that counts there. */
    othersAtShellCalls: (
      machine: Machine,
      file: string,
      folders: readonly string[],
      isOurs: IsOurs,
    ) =>
      hooksOfOthers(
        { settings: file, plugins: join(configFolder(machine), "plugins"), folders },
        isOurs,
        pluginName,
      ),
    edit: {
      hooksOfOurs,
      withHooks,
      withoutHooks,
      emptyHookContainers,
      rules: { readRule, withAllowRules, withoutAllowRules, allowRulesIn, emptyRuleContainers },
    },
    runRule,
    wideGrants,
    signsIn: (text: string, file: string) => settingsSigns(text, pluginName, file),
    /** Where a person sees what became of a hook. */
    whereHooksShow: "check /hooks in Claude Code, or run claude --debug",
  },
  /** What to tell its program so that it takes the plugin from our package, and so that it forgets it. */
  plugin: {
    installCommands: (packageRoot: string) => [
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
  /** Each folder in it with a SKILL.md is a skill of the user. */
  userSkills: (machine: Machine) => join(configFolder(machine), "skills"),
  /** A command of the user in it is typed as `/lessons:<name>`. */
  userCommands: (machine: Machine) => join(configFolder(machine), "commands", "lessons"),
  /** Where it looks for what belongs to a project, relative to its root. */
  projectFolders: {
    // A command in it is typed as `/self-learning:<name>`.
    commands: ".claude/commands/self-learning/",
    skills: ".claude/skills/",
  },
  guards: { guardPrompt, guardCommands, guardMentions, guardValue },
  /** How it shows itself that a lesson reaches it. */
  proof: {
    /** Lets its program run this one command and nothing else. */
    makeCall: (command: string) => ({
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
    outerSession,
    /** Whether the call stands in the text of a session's log. */
    isCallIn: (log: string, command: string) => log.includes(`"command":"${command}`),
    /** Whether a line of a log says that a hook added something to the context. */
    isContextLine: (line: string) => line.includes('"hook_additional_context"'),
    /** Where a person sees what became of a hook in such a call, and whether the program answers at all. */
    whereItShows: "to see what the hook did: claude --debug",
    whetherItAnswers: "check that claude -p answers, then try again",
  },
};

/** The folder of the user's settings, skills, plugins and logs. */
function configFolder({ home, environment }: Machine): string {
  return resolve(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"));
}
