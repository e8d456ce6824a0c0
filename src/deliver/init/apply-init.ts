import { dirname, sep } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { System } from "../../platform/system.ts";
import { writeHookFolder } from "./hook-folder.ts";
import { applyRegistration, planRegistration, type Registration } from "./hook-registration.ts";
import { type InitPlan, type InitRequest, isNew, wantedGrants } from "./init.ts";
import {
  type InstalledRecord,
  missingFolders,
  readInstalledRecord,
  writeInstalledRecord,
} from "./installed-record.ts";
import { runAgentCommands } from "./run-agent-commands.ts";
import { applySkillLinks, type SkillLink } from "./skill-links.ts";
import { type AgentPlan, foldersOf } from "./agent-plan.ts";
import { applyOwnFiles, ownFileRecords } from "./own-files.ts";

export interface InitReport {
  /** Where the settings file is as it was. */
  readonly backup: string | undefined;
  /** What the agent's program said; undefined when it was not found and the commands are left to the user. */
  readonly said: readonly string[] | undefined;
}

/** Does what the plan says. The hook comes first: what calls it must find it. */
export function applyInit(plan: InitPlan, request: InitRequest, system: System): InitReport {
  const { paths, machine } = request;
  const { hookFolder, commands } = plan;
  writeHookFolder(hookFolder, plan.files);
  const before = readInstalledRecord(hookFolder);
  const said = runAgentCommands(deliveryDoor.headless.program, commands, machine.environment);
  // Until the plugin is there, the entries, the link and the slash commands that it is to replace stay.
  const registration = said === undefined ? undefined : registrationNow(plan, request, before);
  const links = said === undefined ? withoutRemovals(plan.links) : plan.links;
  const slashCommands = said === undefined ? [] : plan.slashCommands;
  // Before the settings: a record of what never came about does no harm, entries without one are harder to undo.
  const hasPlugin = before.hasPlugin || (commands.length > 0 && said !== undefined);
  const skillFolder = deliveryDoor.userSkills(machine);
  const areAboutTools = links.some(({ target }) => target.startsWith(paths.skills + sep));
  writeInstalledRecord(hookFolder, {
    ...plan.others.reduce(
      (record, other) => recordAfter(record, other.registration),
      recordAfter(before, registration),
    ),
    hasPlugin,
    // Of the skills about tools: those that come later are linked there as well.
    skillFolders: union(before.skillFolders, areAboutTools ? [skillFolder] : []),
    slashCommands: union(
      said === undefined || plan.way === "none" ? before.slashCommands : [],
      ownFileRecords(slashCommands, before.slashCommands),
    ),
    agentFiles: agentFilesAfter(plan.others, before),
    createdFolders: union(before.createdFolders, [
      ...(registration?.after === undefined
        ? []
        : missingFolders(dirname(registration.before.path))),
      ...(links.some(isNew) ? missingFolders(skillFolder) : []),
      ...(slashCommands.some(isNew) ? missingFolders(deliveryDoor.userCommands(machine)) : []),
      ...plan.others.flatMap(foldersOf),
    ]),
  });
  const backup = applyRegistration(registration, paths, system);
  applySkillLinks(skillFolder, links);
  applyOwnFiles(slashCommands);
  for (const other of plan.others) {
    applyRegistration(other.registration, paths, system);
    applyOwnFiles(other.files);
  }
  return { backup, said };
}

/** Of agents that this plan says nothing about, what was known stays. */
function agentFilesAfter(
  plans: readonly AgentPlan[],
  { agentFiles }: InstalledRecord,
): InstalledRecord["agentFiles"] {
  const planned = new Set(plans.map(({ door }) => door.adapter.agent));
  const own = plans.flatMap(({ door: { adapter }, files }) =>
    ownFileRecords(
      files,
      agentFiles.filter(({ agent }) => agent === adapter.agent),
    ).map((file) => ({ ...file, agent: adapter.agent })),
  );
  return [...agentFiles.filter(({ agent }) => !planned.has(agent)), ...own];
}

function withoutRemovals(links: readonly SkillLink[]): readonly SkillLink[] {
  return links.filter(({ state }) => state !== "stale");
}

/** The agent's program writes into the same file. */
function registrationNow(
  { registration, commands, hookFolder }: InitPlan,
  request: InitRequest,
  { settings }: InstalledRecord,
): Registration | undefined {
  if (registration === undefined || commands.length === 0) return registration;
  const file = registration.before.path;
  const known = settings.find((entry) => entry.file === file);
  return planRegistration(
    file,
    {},
    {
      edit: deliveryDoor.settings.edit,
      hookFolder,
      known,
      grants: wantedGrants(request),
    },
  );
}

function union<Value>(some: readonly Value[], more: readonly Value[]): readonly Value[] {
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
