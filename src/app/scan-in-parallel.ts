import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { adapters } from "../adapters/all.ts";
import { packageRoot } from "../system/package-root.ts";
import type { LogTask } from "./log-task.ts";
import { readDatabase, scanLogs } from "./scan-logs.ts";
import { planScan, writtenLog, type ScanPlan, type ScanRequest } from "./scan-plan.ts";
import type { ScanReport } from "./scan-tally.ts";
import type { WorkerMessage } from "./scan-worker.ts";
import { ScanWriter } from "./scan-writer.ts";
import type { Workshop } from "./workshop.ts";

/**
 * The same as `scanLogs`, with the logs read by several threads and written by this one. Worth it for a
 * first scan; where little is new, starting a thread takes longer than reading.
 */
export async function scanInParallel(
  workshop: Workshop,
  request: ScanRequest,
  threads: number,
): Promise<ScanReport> {
  const started = performance.now();
  const plan = planScan(workshop, request);
  const bytes = plan.tasks.reduce((sum, { size, from }) => sum + size - from.byte, 0);
  if (threads < 2 || bytes < worthAThread) return scanLogs(workshop, request);
  const writer = new ScanWriter(workshop, plan.tally);
  try {
    await readWithThreads(plan, writer, threads);
    for (const log of plan.databases) readDatabase(log, plan, writer, workshop, request);
    writer.commit();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return plan.tally.report(adapters, performance.now() - started);
}

const worthAThread = 24_000_000;

/** Each thread has one log at a time, so that what was read and not yet written stays little. */
async function readWithThreads(plan: ScanPlan, writer: ScanWriter, threads: number): Promise<void> {
  // The longest first: none is left to one thread when the others have nothing to do any more.
  const waiting = plan.tasks.toSorted((one, other) => one.size - other.size);
  const workers = Array.from({ length: Math.min(threads, waiting.length) }, () => newWorker(plan));
  try {
    await Promise.all(workers.map((worker) => keepBusy(worker, waiting, plan, writer)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function newWorker({ settings }: ScanPlan): Worker {
  // Small heaps: what a thread reads is garbage at once, and two of them must fit beside the store.
  return new Worker(workerFile(), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  });
}

/** Beside this file when it runs from source; a file of its own in the built program. */
function workerFile(): string {
  return import.meta.filename.endsWith(".ts")
    ? join(import.meta.dirname, "scan-worker.ts")
    : join(packageRoot(), "dist", "scan-worker.js");
}

function keepBusy(
  worker: Worker,
  waiting: LogTask[],
  plan: ScanPlan,
  writer: ScanWriter,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hand = takeTask(waiting, plan);
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
        hand = takeTask(waiting, plan);
        goOn();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    goOn();
  });
}

function takeTask(waiting: LogTask[], plan: ScanPlan) {
  const task = waiting.pop();
  return task && { task, log: writtenLog(task, plan), byte: task.from.byte };
}
