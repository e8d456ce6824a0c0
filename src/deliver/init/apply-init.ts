import { dirname } from "node:path";
import { userSkills } from "../../agents/claude-code/install.ts";
import type { System } from "../../platform/system.ts";
import { applyRegistration } from "./apply-registration.ts";
import { missingFolders } from "./created-folders.ts";
import { writeHookFolder } from "./hook-folder.ts";
import { planRemoval, type Registration } from "./hook-registration.ts";
import type { InitPlan, InitRequest } from "./init.ts";
import {
  readInstalledRecord,
  writeInstalledRecord,
  type InstalledRecord,
} from "./installed-record.ts";
import { runAgentCommands } from "./run-agent-commands.ts";
import { applySkillLinks } from "./skill-links.ts";

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
  const said = runAgentCommands("claude", commands, machine.environment);
  // Until the plugin is there, the entries that it is to replace stay.
  const registration = said === undefined ? undefined : registrationNow(plan, before);
  // Before the settings: a record of what never came about does no harm, entries without one are harder to undo.
  const hasPlugin = before.hasPlugin || (commands.length > 0 && said !== undefined);
  const skillFolder = userSkills(machine);
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
  return planRemoval(file, { hookFolder, known: settings.find((entry) => entry.file === file) });
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
