import type { Machine } from "../../agents/adapter.ts";
import { hookTable } from "../../agents/claude-code/hook-entries.ts";
import { settingsSigns, type SettingsSigns } from "../../agents/claude-code/settings-signs.ts";
import {
  installedLaunch,
  pluginInstallCommands,
  pluginName,
  userSettings,
  userSkills,
} from "../../agents/claude-code/install.ts";
import type { Paths } from "../../platform/paths.ts";
import { findAgents, type AgentHere } from "./find-agents.ts";
import { hookFolderIn, planHookFolder, type HookSource, type PlannedFile } from "./hook-folder.ts";
import { planRegistration, planRemoval, type Registration } from "./hook-registration.ts";
import { readInstalledRecord } from "./installed-record.ts";
import { planSkillLinks, type SkillLink } from "./skill-links.ts";

export interface InitRequest {
  readonly machine: Machine;
  readonly paths: Paths;
  readonly source: HookSource;
  /** Set up even when it was not found. */
  readonly isAgentNamed: boolean;
  /** Instead of the user's own settings file. */
  readonly settings?: string | undefined;
  readonly isPlugin: boolean;
  readonly areSkillsLinked: boolean;
}

/** The settings file that `init` is about. */
export function settingsFileOf({ settings, machine }: InitRequest): string {
  return settings ?? userSettings(machine);
}

/** Everything that `init` would change, and nothing changed yet. */
export interface InitPlan {
  readonly agents: readonly AgentHere[];
  readonly hookFolder: string;
  /** Who calls the hook: entries in the settings file, the plugin, or, without a known agent, nobody. */
  readonly way: "settings" | "plugin" | "none";
  readonly files: readonly PlannedFile[];
  readonly registration: Registration | undefined;
  /** What keeps the agent from calling a hook although it is registered. */
  readonly obstacles: readonly Obstacle[];
  /** For the agent's own program. */
  readonly commands: readonly (readonly string[])[];
  readonly links: readonly SkillLink[];
  /** Skills that could be linked and were not asked for. */
  readonly offered: readonly SkillLink[];
  /** Systems on which the hook was never tried. */
  readonly untried: "windows" | "other" | null;
  readonly isDone: boolean;
}

/** `hooks-off`: the settings say so. `file-ignored`: it has comments or trailing commas. */
type Obstacle = "hooks-off" | "file-ignored";

export function planInit(request: InitRequest): InitPlan {
  const { machine, paths, source } = request;
  const agents = findAgents(machine);
  const hookFolder = hookFolderIn(paths);
  const isWanted =
    request.isAgentNamed || agents.some(({ canDeliver, isHere }) => canDeliver && isHere);
  if (!isWanted) return { ...nothing, agents, hookFolder };
  const file = settingsFileOf(request);
  const record = readInstalledRecord(hookFolder);
  const known = record.settings.find((entry) => entry.file === file);
  const options = { hookFolder, known };
  const removal = planRemoval(file, options);
  const signs = settingsSigns(removal.after ?? "", pluginName, file);
  const { isPluginOn } = signs;
  const way = request.isPlugin || isPluginOn ? "plugin" : "settings";
  const table = hookTable(installedLaunch(hookFolder, source));
  const files = planHookFolder(hookFolder, source);
  // Entries beside the plugin would call the hook twice.
  const registration = way === "plugin" ? removal : planRegistration(file, table, options);
  const commands = way === "plugin" && !isPluginOn ? pluginInstallCommands(source.packageRoot) : [];
  const skillFolder = userSkills(machine);
  const skills = planSkillLinks(skillFolder, paths.skills);
  const areLinked = request.areSkillsLinked || record.skillFolders.includes(skillFolder);
  const links = areLinked ? skills : [];
  const isDone =
    files.every(({ state }) => state === "same") &&
    registration.after === registration.before.text &&
    commands.length === 0 &&
    links.every(({ state }) => state === "same" || state === "taken");
  return {
    agents,
    hookFolder,
    way,
    files,
    registration,
    obstacles: obstaclesIn(signs),
    commands,
    links,
    offered: areLinked ? [] : skills.filter(({ state }) => state === "new"),
    untried: untriedOn(source.platform),
    isDone,
  };
}

function untriedOn(platform: NodeJS.Platform): InitPlan["untried"] {
  if (platform === "linux") return null;
  return platform === "win32" ? "windows" : "other";
}

function obstaclesIn({ areHooksOff, isIgnored }: SettingsSigns): readonly Obstacle[] {
  return [
    ...(areHooksOff ? (["hooks-off"] as const) : []),
    ...(isIgnored ? (["file-ignored"] as const) : []),
  ];
}

const nothing = {
  way: "none",
  files: [],
  registration: undefined,
  obstacles: [],
  commands: [],
  links: [],
  offered: [],
  untried: null,
  isDone: false,
} as const;
