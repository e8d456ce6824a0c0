import { listLogs } from "./list-logs.ts";
import type { Adapter, Machine } from "./adapter.ts";

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
