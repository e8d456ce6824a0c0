import { readFileSync } from "node:fs";
import type { LogFormat } from "../src/agents/adapter.ts";
import { adapters } from "../src/agents/all.ts";
import type { SessionEvent } from "../src/agents/event.ts";
import { formatOf } from "../src/agents/formats.ts";
import { type FoundLog, listLogs } from "../src/agents/list-logs.ts";
import { pathKeyOf } from "../src/capture/scan/log-task.ts";
import { failureLines } from "../src/deliver/hint/failure-lines.ts";
import { queryAll, type Database } from "../src/platform/database/database.ts";
import { beginning, readLines } from "../src/platform/files/read-lines.ts";

/** What the calls of a log printed that failed: by the number of the log and the place of the call among its calls. */
export type FailedResults = (log: number, ordinal: number) => readonly string[] | undefined;

/** Reads the logs of a scanned home once more: a hook sees all that a failed call printed, and the ledger keeps its first line. */
export function failedResults(home: string, scanned: Database): FailedResults {
  const numbers = new Map(
    queryAll<{ key: string; number: number }>(
      scanned,
      "SELECT path_key AS key, number FROM logs",
    ).map(({ key, number }) => [key, number]),
  );
  const machine = { home, environment: {} };
  const { logs } = listLogs(adapters, machine, { paths: [home], extraPlaces: [] });
  const found = new Map<number, ReadonlyMap<number, readonly string[]>>();
  for (const log of logs) {
    const number = numbers.get(pathKeyOf(log.path));
    if (number !== undefined) found.set(number, resultsIn(log));
  }
  return (log, ordinal) => found.get(log)?.get(ordinal);
}

function resultsIn({ adapter, path }: FoundLog): ReadonlyMap<number, readonly string[]> {
  const results = new Map<number, readonly string[]>();
  const open = new Map<string, { readonly ordinal: number; readonly command?: string }>();
  let ordinal = 0;
  eachEvent(formatOf(adapter.agent, path), path, (event) => {
    if (event.is === "call") {
      const { action, callId } = event;
      open.set(callId, {
        ordinal,
        ...(action.does === "shell" ? { command: action.command } : {}),
      });
      ordinal += 1;
    }
    if (event.is !== "result") return;
    const call = open.get(event.callId);
    open.delete(event.callId);
    if (call === undefined) return;
    const { ending, exitStatus = 0, output = "" } = event;
    const lines = failureLines({
      event: "PostToolUse",
      call: { tool: "", command: call.command, paths: [] },
      output,
      isFailed: ending !== undefined || exitStatus !== 0,
    });
    if (lines !== undefined) results.set(call.ordinal, lines);
  });
  return results;
}

function eachEvent(
  format: LogFormat | undefined,
  path: string,
  take: (event: SessionEvent) => void,
): void {
  if (format?.shape === "document") format.read(path, readFileSync(path), take);
  if (format?.shape !== "lines") return;
  const reader = format.openReader(path);
  readLines(path, beginning, { onLine: (line) => reader.read(line, take), onTooLong() {} });
}
