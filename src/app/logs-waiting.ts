import { logMarks } from "../store/logs.ts";
import { wantedLogs, type ScanRequest } from "./scan-plan.ts";
import type { Workshop } from "./workshop.ts";

export interface WaitingLogs {
  readonly files: number;
  readonly agents: readonly string[];
}

/** What a first scan would read; undefined when this store has read logs before. */
export function logsWaiting(
  { database, config }: Workshop,
  request: ScanRequest,
): WaitingLogs | undefined {
  if (logMarks(database).size > 0) return undefined;
  const { logs } = wantedLogs(config, request);
  return { files: logs.length, agents: [...new Set(logs.map(({ adapter }) => adapter.title))] };
}
