import { adapters } from "../adapters/all.ts";
import { listLogs } from "../adapters/list-logs.ts";
import { logMarks } from "../store/logs.ts";
import type { ScanRequest } from "./scan-logs.ts";
import type { Workshop } from "./workshop.ts";

export interface WaitingLogs {
  readonly files: number;
  readonly agents: readonly string[];
}

/** What a first scan would read; undefined when this store has read logs before. */
export function logsWaiting(
  { database, config }: Workshop,
  { machine, agents, paths }: ScanRequest,
): WaitingLogs | undefined {
  if (logMarks(database).size > 0) return undefined;
  const { logs } = listLogs(adapters, machine, {
    ...(agents === undefined ? {} : { agents }),
    ...(paths === undefined ? {} : { paths }),
    extraPlaces: paths === undefined ? config.scanPaths : [],
  });
  return { files: logs.length, agents: [...new Set(logs.map(({ adapter }) => adapter.title))] };
}
