import { basename } from "node:path";
import type { Machine } from "../adapters/adapter.ts";
import { adapters } from "../adapters/all.ts";
import { listLogs, type FoundLog } from "../adapters/list-logs.ts";
import type { Owner } from "../core/redact.ts";
import { logMarks, logMemory, type LogMark } from "../store/logs.ts";
import { beginningIfThere, logTask, pathKeyOf, type LogTask } from "./log-task.ts";
import { TaskReader, type ReadSettings } from "./read-task.ts";
import { ScanTally } from "./scan-tally.ts";
import type { WrittenLog } from "./scan-writer.ts";
import type { Workshop } from "./workshop.ts";

export interface ScanRequest {
  readonly machine: Machine;
  readonly owner: Owner;
  /** Only these agents; all when absent. */
  readonly agents?: readonly string[];
  /** Only logs at or below these places. */
  readonly paths?: readonly string[];
  /** Only logs that were written to since then. */
  readonly sinceMs?: number;
  /** Read everything again, whatever was read before. */
  readonly isFull: boolean;
  readonly onProgress?: (progress: ScanProgress) => void;
  /** For tests: the order of the logs and where they are cut make no difference. */
  readonly inOrder?: <Item>(items: readonly Item[]) => readonly Item[];
  readonly chunkBytes?: number;
  readonly callsPerPart?: number;
}

export interface ScanProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** What there is to read, and what is needed to read it. */
export interface ScanPlan {
  readonly tasks: readonly LogTask[];
  readonly databases: readonly FoundLog[];
  readonly marks: ReadonlyMap<string, LogMark>;
  readonly settings: ReadSettings;
  readonly reader: TaskReader;
  readonly tally: ScanTally;
  /** To be called when a task is done. */
  readonly done: (task: LogTask) => void;
}

export function planScan(workshop: Workshop, request: ScanRequest): ScanPlan {
  const { database, config } = workshop;
  const tally = new ScanTally();
  const settings: ReadSettings = {
    owner: request.owner,
    detectors: config.detectors,
    ...(request.chunkBytes === undefined ? {} : { chunkBytes: request.chunkBytes }),
    ...(request.callsPerPart === undefined ? {} : { callsPerPart: request.callsPerPart }),
  };
  const reader = new TaskReader(settings);
  const logs = wantedLogs(workshop, request, tally, reader);
  const marks = logMarks(database);
  const databases = logs.filter(({ format }) => format.shape === "database");
  const memoryOf = (number: number) => logMemory(database, number);
  const tasks = logs
    .filter(({ format }) => format.shape !== "database")
    .flatMap((log) => logTask(log, marks.get(pathKeyOf(log.path)), memoryOf, request) ?? []);
  tally.found = logs.length;
  tally.unchanged = logs.length - databases.length - tasks.length;
  const ordered = request.inOrder?.(tasks) ?? tasks;
  const done = newProgress(ordered, tally, request);
  return { tasks: ordered, databases, marks, settings, reader, tally, done };
}

/** The log of a task as it is written to the store. */
export function writtenLog(task: LogTask, { marks, reader }: ScanPlan): WrittenLog {
  return {
    agent: task.agent,
    pathKey: task.pathKey,
    path: reader.redacted(task.path),
    identity: task.identity,
    size: task.size,
    modifiedMs: task.modifiedMs,
    beginning: (readBytes) => beginningIfThere(task.path, readBytes) ?? "",
    isFresh: task.memory === undefined,
    sessionId: reader.redacted(basename(task.path).replace(/\.\w+$/, "")),
    // The mark that the task was made from: asked again now, it might be that of another scan.
    expected: marks.get(task.pathKey),
    isLost: false,
    isBegun: false,
  };
}

function wantedLogs(
  { config }: Workshop,
  { machine, agents, paths, sinceMs }: ScanRequest,
  tally: ScanTally,
  reader: TaskReader,
): readonly FoundLog[] {
  const { logs, unreadable } = listLogs(adapters, machine, {
    ...(agents === undefined ? {} : { agents }),
    ...(paths === undefined ? {} : { paths }),
    extraPlaces:
      paths === undefined ? config.scanPaths.map((path) => inHome(path, machine.home)) : [],
  });
  for (const words of unreadable) {
    const [file = "", ...rest] = words.split(": ");
    tally.addUnreadable({ file: reader.redacted(file), problem: rest.join(": ") });
  }
  return logs.filter(({ stats }) => sinceMs === undefined || stats.mtimeMs >= sinceMs);
}

function inHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
}

function newProgress(
  tasks: readonly LogTask[],
  tally: ScanTally,
  { onProgress }: ScanRequest,
): (task: LogTask) => void {
  const bytesTotal = tasks.reduce((sum, { size, from }) => sum + size - from.byte, 0);
  let filesDone = 0;
  onProgress?.({ filesDone, filesTotal: tasks.length, bytesDone: 0, bytesTotal });
  return ({ size, from }) => {
    filesDone += 1;
    tally.bytes += size - from.byte;
    onProgress?.({ filesDone, filesTotal: tasks.length, bytesDone: tally.bytes, bytesTotal });
  };
}
