import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { adapters } from "../../agents/all.ts";
import { formatOf } from "../../agents/formats.ts";
import type { FoundLog } from "../../agents/list-logs.ts";
import type { Context } from "../../platform/context.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { packageRoot } from "../../platform/paths.ts";
import { logMark } from "../ledger/logs.ts";
import { pathKeyOf, type LogTask } from "./log-task.ts";
import { type ReadSettings, TaskReader } from "./read-log.ts";
import { type ScanPlan, type ScanRequest, writtenLog } from "./scan.ts";
import type { ScanReport } from "./scan-tally.ts";
import type { WorkerMessage } from "./scan-worker.ts";
import { ScanWriter, type WrittenLog } from "./scan-writer.ts";
import { forgottenTexts } from "../../platform/forgotten.ts";

/**
 * Reads what a plan says, by this thread alone. What was found in a log and how far it was read are written
 * together, so a scan can be killed at any instant: the next one goes on where the store says.
 */
export function readPlanned(context: Context, request: ScanRequest, plan: ScanPlan): ScanReport {
  const work = beginWork(context, request, plan);
  try {
    for (const task of plan.tasks) {
      readTask(task, work);
      plan.done(task);
    }
    return finishWork(work);
  } catch (error) {
    work.writer.abandon();
    throw error;
  }
}

/** The same by several threads, whose parts this one writes. */
export async function readPlannedByThreads(
  context: Context,
  request: ScanRequest,
  plan: ScanPlan,
  threads: number,
): Promise<ScanReport> {
  const work = beginWork(context, request, plan);
  try {
    await readByThreads(work, threads);
    return finishWork(work);
  } catch (error) {
    work.writer.abandon();
    throw error;
  }
}

/** A plan that is being carried out. */
interface Work {
  readonly context: Context;
  readonly request: ScanRequest;
  readonly plan: ScanPlan;
  readonly settings: ReadSettings;
  readonly reader: TaskReader;
  readonly writer: ScanWriter;
}

function beginWork(context: Context, request: ScanRequest, plan: ScanPlan): Work {
  const { chunkBytes, callsPerPart } = request;
  const { detectors, privateHosts } = context.config;
  const owner = { ...request.owner, hosts: privateHosts };
  const forgotten = forgottenTexts(context.database);
  const settings: ReadSettings = { owner, forgotten, detectors, chunkBytes, callsPerPart };
  const reader = new TaskReader(settings);
  for (const words of plan.unreadable) {
    const [file = "", ...rest] = words.split(": ");
    plan.tally.addUnreadable({ file: reader.redacted(file), problem: rest.join(": ") });
  }
  const writer = new ScanWriter(context, plan.tally);
  return { context, request, plan, settings, reader, writer };
}

function finishWork(work: Work): ScanReport {
  // Databases of sessions are read by the thread that has the driver.
  for (const log of work.plan.databases) readDatabase(log, work);
  work.writer.commit();
  return work.plan.tally.report(adapters);
}

function readTask(task: LogTask, { plan, reader, writer }: Work): void {
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

function readDatabase({ path, adapter, stats }: FoundLog, work: Work): void {
  const { reader, writer, context, request } = work;
  const { tally } = work.plan;
  const format = formatOf(adapter.agent, path);
  if (format?.shape !== "database") return;
  const file = reader.redacted(path);
  try {
    const source = openReadOnlyDatabase(path);
    try {
      const sessions = format.listSessions(source);
      for (const session of sessions) {
        const pathKey = pathKeyOf(`${path}#${session.sessionId}`);
        const mark = logMark(context.database, pathKey);
        if (mark !== undefined && mark.identity === session.stamp && !request.isFull) {
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

/** Each thread has one log at a time, so that what was read and not yet written stays little. */
async function readByThreads(work: Work, threads: number): Promise<void> {
  // The longest first: none is left to one thread when the others have nothing to do any more.
  const waiting = work.plan.tasks.toSorted((one, other) => one.size - other.size);
  const { Worker } = await import("node:worker_threads");
  const workers = Array.from(
    { length: Math.min(threads, waiting.length) },
    () => new Worker(workerFile(), { workerData: work.settings }),
  );
  try {
    await Promise.all(workers.map((worker) => keepBusy(worker, waiting, work)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Beside this file when it runs from source; a file of its own in the built program. */
function workerFile(): string {
  return import.meta.filename.endsWith(".ts")
    ? join(import.meta.dirname, "scan-worker.ts")
    : join(packageRoot(), "dist", "scan-worker.js");
}

function keepBusy(worker: Worker, waiting: LogTask[], work: Work): Promise<void> {
  const { plan, writer } = work;
  return new Promise((resolve, reject) => {
    let hand = takeTask(waiting, work);
    const goOn = () => {
      if (hand === undefined) resolve();
      else worker.postMessage(hand.task);
    };
    worker.on("error", reject);
    worker.on("message", (message: WorkerMessage) => {
      if (hand === undefined) return;
      try {
        if (message.is === "part") {
          const bytes = message.part.place.byte - hand.byte;
          writer.add(hand.log, message.part, { bytes });
          hand.byte = message.part.place.byte;
          return;
        }
        if (message.is === "unreadable") {
          plan.tally.addUnreadable({ file: hand.log.path, problem: message.problem });
        }
        plan.done(hand.task);
        hand = takeTask(waiting, work);
        goOn();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    goOn();
  });
}

function takeTask(waiting: LogTask[], { plan, reader }: Work) {
  const task = waiting.pop();
  const redact = (name: string) => reader.redacted(name);
  return task && { task, log: writtenLog(task, plan, redact), byte: task.from.byte };
}
