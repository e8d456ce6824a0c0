import { statSync, type Stats } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { walkFiles } from "../system/walk-files.ts";
import type { Adapter, LogFormat, Machine } from "./adapter.ts";

/** A log that is there to be read. */
export interface FoundLog {
  readonly adapter: Adapter;
  readonly format: LogFormat;
  readonly path: string;
  readonly stats: Stats;
}

export interface LogSearch {
  /** Only these agents; all when absent. */
  readonly agents?: readonly string[];
  /** Only logs at or below these places. */
  readonly paths?: readonly string[];
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
  for (const place of elsewhere)
    unreadable.push(...addPlace(found, wanted, machine, resolve(place)));
  const logs = [...found.values()].filter(
    ({ path }) =>
      search.paths === undefined || search.paths.some((place) => isInside(path, resolve(place))),
  );
  return { logs: logs.toSorted((one, other) => (one.path < other.path ? -1 : 1)), unreadable };
}

/** A file or a folder that somebody named. */
function addPlace(
  found: Map<string, FoundLog>,
  adapters: readonly Adapter[],
  machine: Machine,
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
    const owner = ownerOf(path, adapters, machine);
    if (owner !== undefined) add(found, owner, path);
  }
  return unreadable;
}

/**
 * The agent that would keep a log under such a path: its folders are recognised wherever the home is.
 * Where only one agent is asked for, what somebody names is that agent's.
 */
function ownerOf(
  path: string,
  adapters: readonly Adapter[],
  machine: Machine,
): Adapter | undefined {
  const keeper = adapters.find((adapter) => {
    const places = [
      ...adapter.logPlaces({ home: "/", environment: {} }),
      ...adapter.logPlaces(machine),
    ];
    return places.some(({ folder, isLog }) => {
      const at = path.lastIndexOf(`${folder}/`);
      return at >= 0 && isLog(path.slice(at + folder.length + 1));
    });
  });
  if (keeper !== undefined || adapters.length === 1) return keeper ?? adapters[0];
  return adapters.find((adapter) => adapter.recognises?.(path) === true);
}

function add(found: Map<string, FoundLog>, adapter: Adapter, path: string): void {
  if (found.has(path)) return;
  const format = adapter.formatOf(path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (format !== undefined && stats?.isFile() === true)
    found.set(path, { adapter, format, path, stats });
}

/** One is inside the other. */
function meet(one: string, other: string): boolean {
  const [first, second] = [resolve(one), resolve(other)];
  return isInside(first, second) || isInside(second, first);
}

function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === "" || (!between.startsWith("..") && !isAbsolute(between));
}
