import type { FoundLog } from "../../agents/list-logs.ts";
import { adapters } from "../../agents/all.ts";
import { formatOf } from "../../agents/formats.ts";
import { logMark } from "../ledger/logs.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { pathKeyOf, type LogTask } from "./log-task.ts";
import { TaskReader } from "./read-task.ts";
import {
  planScan,
  readSettings,
  writtenLog,
  type ScanPlan,
  type ScanRequest,
} from "./scan-plan.ts";
import type { ScanReport } from "./scan-tally.ts";
import { ScanWriter, type WrittenLog } from "./scan-writer.ts";
import type { Context } from "../../platform/context.ts";

export type { ScanProgress, ScanRequest } from "./scan-plan.ts";

/**
 * Reads what is new in the agents' logs. What was found in a log and how far it was read are written
 * together, so a scan can be killed at any instant: the next one goes on where the store says.
 */
export function scanLogs(context: Context, request: ScanRequest): ScanReport {
  return readPlanned(context, request, planScan(context, request));
}

/** The reading itself, by this thread alone. */
export function readPlanned(context: Context, request: ScanRequest, plan: ScanPlan): ScanReport {
  const reader = new TaskReader(readSettings(context, request));
  const writer = new ScanWriter(context, plan.tally);
  sayUnreadable(plan, reader);
  try {
    for (const task of plan.tasks) {
      readTask(task, plan, reader, writer);
      plan.done(task);
    }
    readDatabases(plan, reader, writer, context, request);
    writer.commit();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return plan.tally.report(adapters);
}

export function sayUnreadable({ unreadable, tally }: ScanPlan, reader: TaskReader): void {
  for (const words of unreadable) {
    const [file = "", ...rest] = words.split(": ");
    tally.addUnreadable({ file: reader.redacted(file), problem: rest.join(": ") });
  }
}

function readTask(task: LogTask, plan: ScanPlan, reader: TaskReader, writer: ScanWriter): void {
  const log = writtenLog(task, plan, (name) => reader.redacted(name));
  let byte = task.from.byte;
  try {
    reader.read(task, (part) => {
      writer.add(log, part, { bytes: part.place.byte - byte });
      byte = part.place.byte;
    });
  } catch (error) {
    // A log that cannot be read is said and remembered; the others are read all the same.
    if (!(error instanceof Fault) || !error.code.startsWith("file-")) throw error;
    plan.tally.addUnreadable({ file: log.path, problem: reader.redacted(error.message) });
  }
}

/** Databases of sessions are read by the thread that has the driver. */
export function readDatabases(
  plan: ScanPlan,
  reader: TaskReader,
  writer: ScanWriter,
  context: Context,
  request: ScanRequest,
): void {
  for (const log of plan.databases) readDatabase(log, plan, reader, writer, context, request);
}

function readDatabase(
  { path, adapter, stats }: FoundLog,
  { tally }: ScanPlan,
  reader: TaskReader,
  writer: ScanWriter,
  { database }: Context,
  { isFull }: ScanRequest,
): void {
  const format = formatOf(adapter.agent, path);
  if (format?.shape !== "database") return;
  const file = reader.redacted(path);
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
        const sessionId = reader.redacted(session.sessionId);
        const log: WrittenLog = {
          agent: adapter.agent,
          pathKey,
          path: `${file}#${sessionId}`,
          identity: session.stamp,
          size: 0,
          modifiedMs: stats.mtimeMs,
          beginning: () => "",
          isFresh: true,
          sessionId,
          expected: mark,
          isLost: false,
          isBegun: false,
        };
        const part = reader.readStored(session, stats.mtimeMs);
        writer.add(log, part, { bytes: stats.size / sessions.length });
      }
      tally.bytes += stats.size;
    } finally {
      source.close();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tally.addUnreadable({ file, problem: reader.redacted(error.message) });
  }
}
