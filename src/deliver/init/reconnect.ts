import { deliveryDoor } from "../../agents/delivery-doors.ts";
import type { Machine } from "../../agents/adapter.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { applyInit } from "./apply-init.ts";
import { hookFolderIn, type HookSource } from "./hook-folder.ts";
import { setStatusLine, statusLineState } from "./hook-registration.ts";
import { planInit, type Addition } from "./init.ts";
import { readInstalledRecord } from "./installed-record.ts";
import { presentOwnFiles } from "./own-files.ts";
import type { UninstallPlan } from "./uninstall.ts";

/** What is connected, in what it takes to connect it again. No text of a settings file: those may hold keys. */
export interface Connection {
  readonly agents: readonly string[];
  /** Settings files of somebody's choice. */
  readonly settings: readonly string[];
  readonly isPlugin: boolean;
  readonly additions: readonly Addition[];
  /** Settings files with our status line. */
  readonly statusLines: readonly string[];
}

/** What a plan is about to disconnect. */
export function connectionIn(
  { registrations, others }: UninstallPlan,
  machine: Machine,
  paths: Paths,
): Connection {
  const record = readInstalledRecord(hookFolderIn(paths));
  const usual = deliveryDoor.settings.file(machine);
  const files = registrations.map(({ before }) => before.path);
  const isMain = record.hasPlugin || files.includes(usual);
  const additions: readonly (readonly [Addition, boolean])[] = [
    ["skills", record.skillFolders.length > 0],
    ["grants", record.settings.some(({ grants }) => grants.length > 0)],
    ["commands", presentOwnFiles(record.slashCommands).length > 0],
  ];
  return {
    agents: [
      ...(isMain ? [deliveryDoor.adapter.agent] : []),
      ...others.map(({ door }) => door.adapter.agent),
    ],
    settings: files.filter((file) => file !== usual),
    isPlugin: record.hasPlugin,
    additions: additions.flatMap(([name, isThere]) => (isThere ? [name] : [])),
    statusLines: files.filter((file) => statusLineState(file, paths) === "ours"),
  };
}

export function reconnect(
  { agents, settings, isPlugin, additions, statusLines }: Connection,
  {
    system,
    ...place
  }: {
    readonly machine: Machine;
    readonly paths: Paths;
    readonly source: HookSource;
    readonly system: System;
  },
): void {
  const wanted = [
    ...agents.map((agent) => ({ agent, isPlugin })),
    ...settings.map((file) => ({ settings: file, isPlugin: false })),
  ];
  for (const each of wanted) {
    const request = { ...place, ...each, additions };
    applyInit(planInit(request), request, system);
  }
  for (const file of statusLines) setStatusLine(file, place.paths, system);
}
