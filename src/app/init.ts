import type { Machine } from "../adapters/adapter.ts";
import { hookTable } from "../adapters/claude-code/hook-entries.ts";
import { settingsSigns, type SettingsSigns } from "../adapters/claude-code/settings-signs.ts";
import {
  installedLaunch,
  pluginInstallCommands,
  pluginName,
  userSettings,
  userSkills,
} from "../adapters/claude-code/install.ts";
import type { Paths } from "../system/paths.ts";
import type { System } from "../system/system.ts";
import { findAgents, type AgentHere } from "./find-agents.ts";
import {
  hookFolderIn,
  planHookFolder,
  writeHookFolder,
  type HookSource,
  type PlannedFile,
} from "./hook-folder.ts";
import { applyRegistration } from "./apply-registration.ts";
import { planRegistration, planRemoval, type Registration } from "./hook-registration.ts";
import {
  readInstalledRecord,
  writeInstalledRecord,
  type InstalledRecord,
} from "./installed-record.ts";
import { runAgentCommands } from "./run-agent-commands.ts";
import { applySkillLinks, planSkillLinks, type SkillLink } from "./skill-links.ts";

export interface InitRequest {
  readonly machine: Machine;
  readonly paths: Paths;
  readonly source: HookSource;
  /** Set up even when it was not found. */
  readonly isAgentNamed: boolean;
  /** Instead of the user's own settings file. */
  readonly settings?: string;
  readonly isPlugin: boolean;
  readonly areSkillsLinked: boolean;
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
  const file = request.settings ?? userSettings(machine);
  const known = readInstalledRecord(hookFolder).settings.find((record) => record.file === file);
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
  const links = request.areSkillsLinked ? planSkillLinks(userSkills(machine), paths.skills) : [];
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
    isDone,
  };
}

export interface InitReport {
  /** Where the settings file is as it was. */
  readonly backup: string | undefined;
  /** What the agent's program said; undefined when it was not found and the commands are left to the user. */
  readonly said: readonly string[] | undefined;
}

/** Does what the plan says. The hook comes first: what calls it must find it. */
export function applyInit(plan: InitPlan, request: InitRequest, system: System): InitReport {
  const { paths, machine } = request;
  const { hookFolder, registration, commands } = plan;
  writeHookFolder(hookFolder, plan.files);
  const record = recordAfter(readInstalledRecord(hookFolder), plan);
  // Before the settings: a record of what never came about does no harm, entries without one are harder to undo.
  writeInstalledRecord(hookFolder, record);
  const backup = applyRegistration(registration, paths, system);
  const said = runAgentCommands("claude", commands, machine.environment);
  if (commands.length > 0 && said !== undefined) {
    writeInstalledRecord(hookFolder, { ...record, hasPlugin: true });
  }
  applySkillLinks(userSkills(machine), plan.links);
  return { backup, said };
}

function obstaclesIn({ areHooksOff, isIgnored }: SettingsSigns): readonly Obstacle[] {
  return [
    ...(areHooksOff ? (["hooks-off"] as const) : []),
    ...(isIgnored ? (["file-ignored"] as const) : []),
  ];
}

function recordAfter(known: InstalledRecord, { registration }: InitPlan): InstalledRecord {
  if (registration === undefined) return known;
  const others = known.settings.filter(({ file }) => file !== registration.before.path);
  const { record } = registration;
  return { ...known, settings: record === undefined ? others : [...others, record] };
}

const nothing = {
  way: "none",
  files: [],
  registration: undefined,
  obstacles: [],
  commands: [],
  links: [],
  isDone: false,
} as const;
