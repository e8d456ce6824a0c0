import { type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { walkFiles } from "../platform/files/walk-files.ts";
import type { Adapter, LogFormat, LogPlace, Machine } from "./adapter.ts";

/** A log that is there to be read. */
export interface FoundLog {
  readonly adapter: Adapter;
  readonly shape: LogFormat["shape"];
  readonly path: string;
  readonly stats: Stats;
}

interface LogSearch {
  /** Only these agents; all when absent. */
  readonly agents?: readonly string[] | undefined;
  /** Only logs at or below these places. */
  readonly paths?: readonly string[] | undefined;
  /** More places to look at than the agents' own. */
  readonly extraPlaces: readonly string[];
}

export interface LogListing {
  readonly logs: readonly FoundLog[];
  /** Places that exist but cannot be read, in words. */
  readonly unreadable: readonly string[];
}

/** The session logs on this machine, each once, in the order of their paths. */
export function listLogs(
  adapters: readonly Adapter[],
  machine: Machine,
  search: LogSearch,
): LogListing {
  const found = new Map<string, FoundLog>();
  const unreadable: string[] = [];
  const wanted = adapters.filter(
    ({ agent }) => search.agents === undefined || search.agents.includes(agent),
  );
  for (const adapter of wanted) {
    for (const { folder, isLog } of adapter.logPlaces(machine)) {
      if (search.paths !== undefined && !search.paths.some((path) => meet(path, folder))) continue;
      const walk = walkFiles(folder);
      unreadable.push(...walk.unreadable);
      for (const name of walk.files) if (isLog(name)) add(found, adapter, join(folder, name));
    }
  }
  const elsewhere = [...(search.paths ?? []), ...search.extraPlaces];
  const keepers = elsewhere.length === 0 ? [] : keepersOf(wanted, machine);
  for (const place of elsewhere)
    unreadable.push(...addPlace(found, wanted, keepers, resolve(place)));
  const places = search.paths?.map((place) => resolve(place));
  const logs = [...found.values()].filter(
    ({ path }) => places === undefined || places.some((place) => isInside(path, place)),
  );
  return { logs: logs.toSorted((one, other) => (one.path < other.path ? -1 : 1)), unreadable };
}

/** A file or a folder that somebody named. */
function addPlace(
  found: Map<string, FoundLog>,
  adapters: readonly Adapter[],
  keepers: readonly Keeper[],
  place: string,
): readonly string[] {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return [`${place}: there is no such file or folder`];
  const { files, unreadable } = stats.isDirectory()
    ? walkFiles(place)
    : { files: [""], unreadable: [] };
  for (const name of files) {
    const path = name === "" ? place : join(place, name);
    if (found.has(path)) continue;
    const owner = ownerOf(path, adapters, keepers);
    if (owner !== undefined) add(found, owner, path);
  }
  return unreadable;
}

/** A folder in which an agent keeps its logs, wherever the home is. */
interface Keeper extends LogPlace {
  readonly adapter: Adapter;
}

function keepersOf(adapters: readonly Adapter[], machine: Machine): readonly Keeper[] {
  const anywhere: Machine = { home: "/", environment: {} };
  return adapters.flatMap((adapter) =>
    [...adapter.logPlaces(anywhere), ...adapter.logPlaces(machine)].map(({ folder, isLog }) => ({
      adapter,
      folder: `${folder}/`,
      isLog,
    })),
  );
}

/** Where only one agent is asked for, what somebody names is that agent's. */
function ownerOf(
  path: string,
  adapters: readonly Adapter[],
  keepers: readonly Keeper[],
): Adapter | undefined {
  const keeper = keepers.find(({ folder, isLog }) => {
    const at = path.lastIndexOf(folder);
    return at >= 0 && isLog(path.slice(at + folder.length));
  });
  if (keeper !== undefined || adapters.length === 1) return keeper?.adapter ?? adapters[0];
  return adapters.find((adapter) => adapter.recognises?.(path) === true);
}

function add(found: Map<string, FoundLog>, adapter: Adapter, path: string): void {
  if (found.has(path)) return;
  const shape = adapter.shapeOf(path);
  if (shape === undefined) return;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) found.set(path, { adapter, shape, path, stats });
}

/** One is inside the other. */
function meet(one: string, other: string): boolean {
  const [first, second] = [resolve(one), resolve(other)];
  return isInside(first, second) || isInside(second, first);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The session logs of one agent on this machine. */
export interface FoundLogs {
  readonly agent: string;
  readonly title: string;
  readonly folders: readonly string[];
  readonly files: number;
  readonly bytes: number;
  /** Places that exist but could not be read, in words. */
  readonly unreadable: readonly string[];
}

/** Looks where the agent keeps its logs. A place that is not there is not an error; one that cannot be read is said. */
export function findLogs(adapter: Adapter, machine: Machine): FoundLogs {
  const { logs, unreadable } = listLogs([adapter], machine, { extraPlaces: [] });
  const folders = adapter
    .logPlaces(machine)
    .map(({ folder }) => folder)
    .filter((folder) => logs.some(({ path }) => path.startsWith(`${folder}/`)));
  return {
    agent: adapter.agent,
    title: adapter.title,
    folders,
    files: logs.length,
    bytes: logs.reduce((sum, { stats }) => sum + stats.size, 0),
    unreadable,
  };
}
