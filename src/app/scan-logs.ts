import { basename } from "node:path";
import type { Machine } from "../adapters/adapter.ts";
import { adapters } from "../adapters/all.ts";
import { listLogs, type FoundLog } from "../adapters/list-logs.ts";
import type { Owner } from "../core/redact.ts";
import { logMark, logMarks, logMemory, type LogMark } from "../store/logs.ts";
import { openReadOnlyDatabase } from "../store/read-only-database.ts";
import { Fault } from "../system/fault.ts";
import { beginningOf, logTask, pathKeyOf, type LogTask } from "./log-task.ts";
import { TaskReader } from "./read-task.ts";
import { ScanTally, type ScanReport } from "./scan-tally.ts";
import { ScanWriter, type WrittenLog } from "./scan-writer.ts";
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

/**
 * Reads what is new in the agents' logs. What was found in a log and how far it was read are written
 * together, so a scan can be killed at any instant: the next one goes on where the store says.
 */
export function scanLogs(workshop: Workshop, request: ScanRequest): ScanReport {
  const started = performance.now();
  const { database, config } = workshop;
  const tally = new ScanTally();
  const reader = new TaskReader({
    owner: request.owner,
    detectors: config.detectors,
    ...(request.chunkBytes === undefined ? {} : { chunkBytes: request.chunkBytes }),
    ...(request.callsPerPart === undefined ? {} : { callsPerPart: request.callsPerPart }),
  });
  const logs = wantedLogs(workshop, request, tally, reader);
  const marks = logMarks(database);
  const writer = new ScanWriter(workshop, tally);
  const databases = logs.filter(({ format }) => format.shape === "database");
  const tasks = logs
    .filter(({ format }) => format.shape !== "database")
    .flatMap((log) => {
      const memoryOf = (number: number) => logMemory(database, number);
      return logTask(log, marks.get(pathKeyOf(log.path)), memoryOf, request) ?? [];
    });
  tally.found = logs.length;
  tally.unchanged = logs.length - databases.length - tasks.length;

  const progress = newProgress(tasks, request);
  try {
    for (const task of request.inOrder?.(tasks) ?? tasks) {
      readTask(task, marks.get(task.pathKey), reader, writer, tally);
      tally.bytes += task.size - task.from.byte;
      progress(task);
    }
    for (const log of databases) readDatabase(log, reader, writer, tally, workshop, request);
    writer.commit();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return tally.report(adapters, performance.now() - started);
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
    tally.addUnreadable({ file: reader.redactedPath(file), problem: rest.join(": ") });
  }
  return logs.filter(({ stats }) => sinceMs === undefined || stats.mtimeMs >= sinceMs);
}

function inHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
}

function readTask(
  task: LogTask,
  mark: LogMark | undefined,
  reader: TaskReader,
  writer: ScanWriter,
  tally: ScanTally,
): void {
  const log: WrittenLog = {
    agent: task.agent,
    pathKey: task.pathKey,
    path: reader.redactedPath(task.path),
    identity: task.identity,
    size: task.size,
    modifiedMs: task.modifiedMs,
    beginning: (readBytes) => beginningOf(task.path, readBytes),
    isFresh: task.memory === undefined,
    sessionId: basename(task.path).replace(/\.\w+$/, ""),
    // The mark that the task was made from: asked again now, it might be that of another scan.
    expected: mark,
    isLost: false,
    isBegun: false,
  };
  try {
    let byte = task.from.byte;
    reader.read(task, (part) => {
      writer.add(log, part, { bytes: part.place.byte - byte });
      byte = part.place.byte;
    });
  } catch (error) {
    // A log that cannot be read is said and remembered; the others are read all the same.
    if (!(error instanceof Fault) || !error.code.startsWith("file-")) throw error;
    tally.addUnreadable({ file: log.path, problem: error.message });
  }
}

function readDatabase(
  { path, adapter, format, stats }: FoundLog,
  reader: TaskReader,
  writer: ScanWriter,
  tally: ScanTally,
  { database }: Workshop,
  { isFull }: ScanRequest,
): void {
  if (format.shape !== "database") return;
  const file = reader.redactedPath(path);
  try {
    const source = openReadOnlyDatabase(path);
    try {
      const sessions = format.listSessions(source);
      for (const session of sessions) {
        const pathKey = pathKeyOf(`${path}#${session.sessionId}`);
        const mark = logMark(database, pathKey);
        if (mark !== undefined && mark.identity === session.stamp && !isFull) {
          tally.unchanged += 1;
          continue;
        }
        const log: WrittenLog = {
          agent: adapter.agent,
          pathKey,
          path: `${file}#${session.sessionId}`,
          identity: session.stamp,
          size: 0,
          modifiedMs: stats.mtimeMs,
          beginning: () => "",
          isFresh: true,
          sessionId: session.sessionId,
          expected: mark,
          isLost: false,
          isBegun: false,
        };
        writer.add(log, reader.readStored(session, stats.mtimeMs), {
          bytes: stats.size / Math.max(sessions.length, 1),
        });
      }
      tally.bytes += stats.size;
    } finally {
      source.close();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tally.addUnreadable({ file, problem: error.message });
  }
}

function newProgress(
  tasks: readonly LogTask[],
  { onProgress }: ScanRequest,
): (task: LogTask) => void {
  const bytesTotal = tasks.reduce((sum, { size, from }) => sum + size - from.byte, 0);
  let filesDone = 0;
  let bytesDone = 0;
  onProgress?.({ filesDone, filesTotal: tasks.length, bytesDone, bytesTotal });
  return ({ size, from }) => {
    filesDone += 1;
    bytesDone += size - from.byte;
    onProgress?.({ filesDone, filesTotal: tasks.length, bytesDone, bytesTotal });
  };
}
