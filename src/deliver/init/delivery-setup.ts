import { existsSync } from "node:fs";
import { deliveryDoor, deliveryDoors, otherDoors } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { findLogs } from "../../agents/list-logs.ts";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import { hookFolderIn } from "./hook-folder.ts";
import { planRemoval } from "./hook-registration.ts";
import { planAgentRemoval } from "./agent-plan.ts";
import { readInstalledRecord } from "./installed-record.ts";

/** Who calls the hook, as far as settings files say it. */
export interface DeliverySetup {
  readonly way: "settings" | "plugin" | "none";
  /** Where that is said. */
  readonly files: readonly string[];
  /** The settings forbid all hooks. */
  readonly areHooksOff: boolean;
  /** The agent passes over such a file, because it is not plain JSON. */
  readonly isIgnored: boolean;
  /** Settings that could not be read. */
  readonly problem: string | null;
  /** The agents beside the first one that call the hook, by title. */
  readonly others: readonly string[];
}

/** Whether any agent calls the hook. */
export function isAnyConnected({ way, others }: Pick<DeliverySetup, "way" | "others">): boolean {
  return way !== "none" || others.length > 0;
}

/** Looks at the user's own settings file and at those that `init` was pointed at. */
export function deliverySetup(machine: Machine, paths: Paths): DeliverySetup {
  const hookFolder = hookFolderIn(paths);
  const record = readInstalledRecord(hookFolder);
  const others = otherDoors.filter(
    (door) => !planAgentRemoval(door, { machine, paths }, record).isDone,
  );
  const isOthers = new Set(otherDoors.map(({ setup }) => setup.hooksFile?.file(machine)));
  const recorded = record.settings.map(({ file }) => file).filter((file) => !isOthers.has(file));
  const found = [...new Set([deliveryDoor.settings.file(machine), ...recorded])].map((file) =>
    look(file, hookFolder),
  );
  const withHooks = found.filter(({ hasHooks }) => hasHooks);
  const withPlugin = found.filter(({ isPluginOn }) => isPluginOn);
  const used = withHooks.length > 0 ? withHooks : withPlugin;
  return {
    way: withHooks.length > 0 ? "settings" : withPlugin.length > 0 ? "plugin" : "none",
    files: used.map(({ file }) => file),
    areHooksOff: used.some(({ areHooksOff }) => areHooksOff),
    isIgnored: used.some(({ isIgnored }) => isIgnored),
    problem: found.find(({ problem }) => problem !== null)?.problem ?? null,
    others: others.map(({ adapter }) => adapter.title),
  };
}

function look(file: string, hookFolder: string) {
  try {
    // What would be taken out is what is there.
    const { before, removed } = planRemoval(file, {
      edit: deliveryDoor.settings.edit,
      hookFolder,
      known: undefined,
    });
    const hasHooks = Object.keys(removed).length > 0;
    const signs = deliveryDoor.settings.signsIn(before.text ?? "", file);
    return { file, hasHooks, problem: null, ...signs };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...unread, file, problem: error.message };
  }
}

const unread = { hasHooks: false, isPluginOn: false, areHooksOff: false, isIgnored: false };

/** Agents on this machine that could call the hook and do not, by title. */
export function unconnectedAgents(
  machine: Machine,
  { way, others }: Pick<DeliverySetup, "way" | "others">,
): readonly string[] {
  const connected = new Set(others);
  if (way !== "none") connected.add(deliveryDoor.adapter.title);
  return findAgents(machine)
    .filter(({ canDeliver, isHere, title }) => canDeliver && isHere && !connected.has(title))
    .map(({ title }) => title);
}

/** A coding agent, and what it is to us on this machine. */
export interface AgentHere {
  readonly agent: string;
  readonly title: string;
  readonly isHere: boolean;
  /** How many session logs it has left. */
  readonly logs: number;
  /** Whether lessons can be put in front of it. Sessions are read of all of them. */
  readonly canDeliver: boolean;
}

/** The agents that we know, with those that were used here. */
export function findAgents(machine: Machine): readonly AgentHere[] {
  return adapters.map((adapter) => {
    const { agent, title, logPlaces } = adapter;
    const { files } = findLogs(adapter, machine);
    const door = deliveryDoors.find((known) => known.adapter.agent === agent);
    // It may have a folder of its own, even if nothing was logged yet.
    const isSetUp =
      door?.isHere(machine) ?? logPlaces(machine).some(({ folder }) => existsSync(folder));
    return {
      agent,
      title,
      isHere: files > 0 || isSetUp,
      logs: files,
      canDeliver: door !== undefined,
    };
  });
}
