import { dirname } from "node:path";
import type { SettingsSigns } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import {
  applyRegistration,
  planRegistration,
  planRemoval,
  type Registration,
} from "./hook-registration.ts";
import {
  type InstalledRecord,
  missingFolders,
  readInstalledRecord,
  writeInstalledRecord,
} from "./installed-record.ts";
import { type AgentHere, findAgents } from "./delivery-setup.ts";
import {
  hookFolderIn,
  installedLaunch,
  type HookSource,
  planHookFolder,
  type PlannedFile,
  writeHookFolder,
} from "./hook-folder.ts";
import { otherHooksIn } from "./other-hooks.ts";
import { runAgentCommands } from "./run-agent-commands.ts";
import { applySkillLinks, planSkillLinks, type SkillLink } from "./skill-links.ts";

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
  const signs = deliveryDoor.settings.signsIn(removal.after ?? "", file);
  const { isPluginOn } = signs;
  const way = request.isPlugin || isPluginOn ? "plugin" : "settings";
  const table = deliveryDoor.settings.hookTable(installedLaunch(hookFolder, source));
  const files = planHookFolder(hookFolder, source);
  // Entries beside the plugin would call the hook twice.
  const registration = planRegistration(file, way === "plugin" ? {} : table, options);
  const commands =
    way === "plugin" && !isPluginOn ? deliveryDoor.plugin.installCommands(source.packageRoot) : [];
  const skillFolder = deliveryDoor.userSkills(machine);
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
    otherHooks: otherHooksIn(machine, file, hookFolder),
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
  otherHooks: [],
  commands: [],
  links: [],
  offered: [],
  untried: null,
  isDone: false,
} as const;

export interface InitReport {
  /** Where the settings file is as it was. */
  readonly backup: string | undefined;
  /** What the agent's program said; undefined when it was not found and the commands are left to the user. */
  readonly said: readonly string[] | undefined;
}

/** Does what the plan says. The hook comes first: what calls it must find it. */
export function applyInit(plan: InitPlan, request: InitRequest, system: System): InitReport {
  const { paths, machine } = request;
  const { hookFolder, commands, links } = plan;
  writeHookFolder(hookFolder, plan.files);
  const before = readInstalledRecord(hookFolder);
  const said = runAgentCommands(deliveryDoor.headless.program, commands, machine.environment);
  // Until the plugin is there, the entries that it is to replace stay.
  const registration = said === undefined ? undefined : registrationNow(plan, before);
  // Before the settings: a record of what never came about does no harm, entries without one are harder to undo.
  const hasPlugin = before.hasPlugin || (commands.length > 0 && said !== undefined);
  const skillFolder = deliveryDoor.userSkills(machine);
  writeInstalledRecord(hookFolder, {
    ...recordAfter(before, registration),
    hasPlugin,
    skillFolders: union(before.skillFolders, links.length > 0 ? [skillFolder] : []),
    createdFolders: union(before.createdFolders, [
      ...(registration?.after === undefined
        ? []
        : missingFolders(dirname(registration.before.path))),
      ...(links.some(({ state }) => state === "new") ? missingFolders(skillFolder) : []),
    ]),
  });
  const backup = applyRegistration(registration, paths, system);
  applySkillLinks(skillFolder, links);
  return { backup, said };
}

/** The agent's program writes into the same file. */
function registrationNow(
  { registration, commands, hookFolder }: InitPlan,
  { settings }: InstalledRecord,
): Registration | undefined {
  if (registration === undefined || commands.length === 0) return registration;
  const file = registration.before.path;
  const known = settings.find((entry) => entry.file === file);
  return planRegistration(file, {}, { hookFolder, known });
}

function union(some: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...some, ...more])];
}

function recordAfter(
  known: InstalledRecord,
  registration: Registration | undefined,
): InstalledRecord {
  if (registration === undefined) return known;
  const others = known.settings.filter(({ file }) => file !== registration.before.path);
  const { record } = registration;
  return { ...known, settings: record === undefined ? others : [...others, record] };
}
