import type { SettingsSigns } from "../../agents/delivery.ts";
import { deliveryDoor, otherDoors } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import type { Paths } from "../../platform/paths.ts";
import { planRegistration, planRemoval, type Registration } from "./hook-registration.ts";
import { readInstalledRecord } from "./installed-record.ts";
import { type AgentHere, findAgents } from "./delivery-setup.ts";
import {
  hookFolderIn,
  installedLaunch,
  type HookSource,
  planHookFolder,
  type PlannedFile,
} from "./hook-folder.ts";
import { grantRules } from "./grants.ts";
import { otherHooksIn } from "./other-hooks.ts";
import { planKnowledgeLink, planSkillLinks, type SkillLink } from "./skill-links.ts";
import { type AgentPlan, planAgent } from "./agent-plan.ts";
import { type PlannedOwnFile, presentOwnFiles } from "./own-files.ts";
import { planSlashCommands } from "./slash-commands.ts";

export interface InitRequest {
  readonly machine: Machine;
  readonly paths: Paths;
  readonly source: HookSource;
  /** Set up this one alone, even when it was not found. */
  readonly agent?: string | undefined;
  /** Instead of the user's own settings file. */
  readonly settings?: string | undefined;
  readonly isPlugin: boolean;
  /** What was asked for on top, now; what was asked for earlier stays. */
  readonly additions: readonly Addition[];
}

/**
 * `skills`: links to the skills about tools. `grants`: rules to run the commands that only read or prepare. `commands`: the slash
 * commands, which the plugin brings by itself.
 */
export type Addition = "skills" | "grants" | "commands";

/** The settings file that `init` is about. */
export function settingsFileOf({ settings, machine }: InitRequest): string {
  return settings ?? deliveryDoor.settings.file(machine);
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
  /** What others have called before shell calls. */
  readonly otherHooks: readonly string[];
  /** For the agent's own program. */
  readonly commands: readonly (readonly string[])[];
  readonly links: readonly SkillLink[];
  readonly slashCommands: readonly PlannedOwnFile[];
  /** The agents that files alone connect. */
  readonly others: readonly AgentPlan[];
  /** What could be added and was not asked for. */
  readonly offered: {
    readonly skills: readonly SkillLink[];
    readonly grants: readonly string[];
    readonly slashCommands: readonly PlannedOwnFile[];
  };
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
  const record = readInstalledRecord(hookFolder);
  const isWanted = (name: string) =>
    request.agent === undefined
      ? request.settings === undefined &&
        agents.some(({ agent, isHere }) => agent === name && isHere)
      : request.agent === name;
  const others = otherDoors
    .filter(({ adapter }) => isWanted(adapter.agent))
    .map((door) => planAgent(door, request, record));
  const isMainWanted = request.settings !== undefined || isWanted(deliveryDoor.adapter.agent);
  if (!isMainWanted && others.length === 0) return { ...nothing, agents, hookFolder };
  const files = planHookFolder(hookFolder, source);
  const areOthersDone = others.every(({ isDone }) => isDone);
  const areFilesDone = files.every(({ state }) => state === "same");
  if (!isMainWanted) {
    const isDone = areOthersDone && areFilesDone;
    return {
      ...nothing,
      agents,
      hookFolder,
      files,
      others,
      untried: untriedOn(source.platform),
      isDone,
    };
  }
  const file = settingsFileOf(request);
  const known = record.settings.find((entry) => entry.file === file);
  const options = { edit: deliveryDoor.settings.edit, hookFolder, known };
  const removal = planRemoval(file, options);
  const signs = deliveryDoor.settings.signsIn(removal.after ?? "", file);
  const { isPluginOn } = signs;
  const way = request.isPlugin || isPluginOn ? "plugin" : "settings";
  const table = deliveryDoor.settings.hookTable(installedLaunch(hookFolder, source));
  // Entries beside the plugin would call the hook twice.
  const entries = way === "plugin" ? {} : table;
  const register = (grants: readonly string[]) =>
    planRegistration(file, entries, { ...options, grants });
  const areGranted = request.additions.includes("grants");
  const registration = register(wantedGrants(request));
  const commands =
    way === "plugin" && !isPluginOn ? deliveryDoor.plugin.installCommands(source.packageRoot) : [];
  const skillFolder = deliveryDoor.userSkills(machine);
  const skills = planSkillLinks(skillFolder, paths.skills);
  const areLinked =
    request.additions.includes("skills") || record.skillFolders.includes(skillFolder);
  const links = [
    ...planKnowledgeLink(skillFolder, hookFolder, { isWanted: way === "settings" }),
    ...(areLinked ? skills : []),
  ];
  const planCommands = (isAsked: boolean) =>
    planSlashCommands(
      deliveryDoor.userCommands(machine),
      source.packageRoot,
      record.slashCommands,
      { isWanted: isAsked && way === "settings" },
    );
  const areAdded =
    request.additions.includes("commands") || presentOwnFiles(record.slashCommands).length > 0;
  const slashCommands = planCommands(areAdded);
  const isDone =
    areFilesDone &&
    areOthersDone &&
    registration.after === registration.before.text &&
    commands.length === 0 &&
    [...links, ...slashCommands].every(({ state }) => state === "same" || state === "taken");
  return {
    agents,
    hookFolder,
    way,
    files,
    registration,
    obstacles: obstaclesIn(signs),
    otherHooks: otherHooksIn(machine, file, hookFolder),
    commands,
    links,
    slashCommands,
    others,
    offered: {
      skills: areLinked ? [] : skills.filter(isNew),
      grants: areGranted ? [] : register(grantRules()).grants.added,
      slashCommands: areAdded ? [] : planCommands(true).filter(isNew),
    },
    untried: untriedOn(source.platform),
    isDone,
  };
}

export function isNew({ state }: { readonly state: string }): boolean {
  return state === "new";
}

export function wantedGrants({ additions }: InitRequest): readonly string[] {
  return additions.includes("grants") ? grantRules() : [];
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
  otherHooks: [],
  commands: [],
  links: [],
  slashCommands: [],
  others: [],
  offered: { skills: [], grants: [], slashCommands: [] },
  untried: null,
  isDone: false,
} as const;

/** Whether an agent calls our hook because of us. */
export function isConnected(paths: Paths): boolean {
  const { settings, hasPlugin, agentFiles } = readInstalledRecord(hookFolderIn(paths));
  return settings.length > 0 || hasPlugin || agentFiles.length > 0;
}
