import { existsSync, rmSync } from "node:fs";
import { deliveryDoor, otherDoors } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { readInstalledRecord, removeEmptyFolders } from "./installed-record.ts";
import {
  applyRegistration,
  planRemoval,
  type Registration,
  settingsCopies,
  withoutOurStatusLine,
} from "./hook-registration.ts";
import { hookFolderIn } from "./hook-folder.ts";
import { runAgentCommands } from "./run-agent-commands.ts";
import { applySkillLinks, ownLinks, type SkillLink } from "./skill-links.ts";
import { type AgentPlan, planAgentRemoval } from "./agent-plan.ts";
import { applyOwnFiles, type PlannedOwnFile, presentOwnFiles } from "./own-files.ts";

/** Everything that is still there of what `init` did. */
export interface UninstallPlan {
  readonly hookFolder: string | undefined;
  readonly registrations: readonly Registration[];
  readonly commands: readonly (readonly string[])[];
  readonly links: readonly SkillLink[];
  readonly slashCommands: readonly PlannedOwnFile[];
  /** The agents that files alone connect. */
  readonly others: readonly AgentPlan[];
  /** Of settings, made before each change. Nobody needs them once the settings are as they were, and they may hold keys. */
  readonly copies: readonly string[];
  /** Made by `init`. Those in which something is stay. */
  readonly folders: readonly string[];
  readonly isDone: boolean;
}

export function planUninstall(machine: Machine, paths: Paths): UninstallPlan {
  const folder = hookFolderIn(paths);
  const record = readInstalledRecord(folder);
  const others = otherDoors
    .map((door) => planAgentRemoval(door, { machine, paths }, record))
    .filter((other) => !other.isDone);
  const isOthers = new Set(otherDoors.map(({ setup }) => setup.hooksFile?.file(machine)));
  const files = new Set(
    [...record.settings.map(({ file }) => file), deliveryDoor.settings.file(machine)].filter(
      (file) => !isOthers.has(file),
    ),
  );
  const registrations = [...files]
    .map((file) => {
      const known = record.settings.find((entry) => entry.file === file);
      const removal = planRemoval(file, {
        edit: deliveryDoor.settings.edit,
        hookFolder: folder,
        known,
      });
      const wasThere = known?.original !== null;
      const rest = { file, hookFolder: folder, wasThere };
      return { ...removal, after: withoutOurStatusLine(removal.after, rest) };
    })
    .filter(({ before, after }) => after !== before.text);
  const commands = record.hasPlugin ? deliveryDoor.plugin.removeCommands : [];
  const skillFolders = new Set([...record.skillFolders, deliveryDoor.userSkills(machine)]);
  const links = [...skillFolders].flatMap((skills) =>
    [folder, paths.skills].flatMap((own) => ownLinks(skills, own)),
  );
  const hookFolder = existsSync(folder) ? folder : undefined;
  const copies = copiesOf(files, paths);
  const slashCommands = presentOwnFiles(record.slashCommands);
  const found = [hookFolder ?? [], registrations, links, slashCommands, copies, others];
  const isDone = found.flat().length === 0;
  const folders = record.createdFolders.filter((created) => existsSync(created));
  return {
    hookFolder,
    registrations,
    commands,
    links,
    slashCommands,
    others,
    copies,
    folders,
    isDone,
  };
}

function copiesOf(files: Iterable<string>, paths: Paths): readonly string[] {
  return [...new Set([...files].flatMap((file) => settingsCopies(file, paths)))];
}

/**
 * Does what the plan says. The hook goes last: nothing may call it then. Returns what the agent's program said; undefined
 * when it was not found and the commands are left to the user.
 */
export function applyUninstall(
  plan: UninstallPlan,
  request: { readonly machine: Machine; readonly paths: Paths; readonly system: System },
): readonly string[] | undefined {
  const { machine, paths, system } = request;
  const registrations = [
    ...plan.registrations,
    ...plan.others.flatMap(({ registration }) => registration ?? []),
  ];
  for (const registration of registrations) applyRegistration(registration, paths, system);
  const changed = registrations.map(({ before }) => before.path);
  for (const copy of [...plan.copies, ...copiesOf(changed, paths)]) rmSync(copy, { force: true });
  applySkillLinks(deliveryDoor.userSkills(machine), plan.links);
  for (const files of [plan.slashCommands, ...plan.others.map((other) => other.files)])
    applyOwnFiles(files);
  const said = runAgentCommands(deliveryDoor.headless.program, plan.commands, machine.environment);
  removeEmptyFolders(plan.folders);
  if (plan.hookFolder !== undefined) removeFolder(plan.hookFolder);
  return said;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    throw fileFault(error, "remove", folder);
  }
}
