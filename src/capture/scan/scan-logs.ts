import { setImmediate as nextTurn } from "node:timers/promises";
import { adapters } from "../../agents/all.ts";
import { formatOf } from "../../agents/formats.ts";
import type { FoundLog } from "../../agents/list-logs.ts";
import type { Context } from "../../platform/context.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { logMark } from "../ledger/logs.ts";
import { pathKeyOf, type LogTask } from "./log-task.ts";
import { type LogPart, type ReadSettings, TaskReader } from "./read-log.ts";
import type { ReadingThread } from "./reading-thread.ts";
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

/** The same by several threads, of which this one is one; it also writes what the others have read. */
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

function readTask(task: LogTask, { plan, reader, writer }: Work, between?: () => void): void {
  const log = writtenLog(task, plan, (name) => reader.redacted(name));
  let byte = task.from.byte;
  try {
    const onPart = (part: LogPart) => {
      writer.add(log, part, { bytes: part.place.byte - byte });
      byte = part.place.byte;
    };
    reader.read(task, onPart, between);
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

/** Each thread has one long log at a time, or a few short ones, so that what was read and not yet written stays little. */
async function readByThreads(work: Work, threads: number): Promise<void> {
  // The longest first: none is left to one thread when the others have nothing to do any more.
  const waiting = work.plan.tasks.toSorted((one, other) => one.size - other.size);
  const { ReadingThread } = await import("./reading-thread.ts");
  const others = Array.from(
    { length: Math.min(threads, waiting.length) - 1 },
    () => new Errands(new ReadingThread(work.settings), waiting, work),
  );
  try {
    // One thread more that only writes would wait most of the time, and take as much memory as one that reads.
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      readTask(task, work, () => others.forEach((other) => other.catchUp()));
      work.plan.done(task);
      await nextTurn();
    }
    await Promise.all(others.map((other) => other.finish()));
  } finally {
    await Promise.all(others.map((other) => other.end()));
  }
}

/** The logs that another thread reads: what it has read of one is written, and it gets more before it has nothing to do. */
class Errands {
  readonly #thread: ReadingThread;
  readonly #waiting: LogTask[];
  readonly #work: Work;
  /** What it has to read, in this order. */
  readonly #hands: { readonly task: LogTask; readonly log: WrittenLog; byte: number }[] = [];

  constructor(thread: ReadingThread, waiting: LogTask[], work: Work) {
    this.#thread = thread;
    this.#waiting = waiting;
    this.#work = work;
    this.#giveMore();
  }

  /** Does what the thread has said meanwhile, and waits for nothing. */
  catchUp(): void {
    for (let message = this.#thread.heard(); message !== undefined; message = this.#thread.heard())
      this.#take(message);
  }

  /** Waits until the thread has nothing left to read. */
  async finish(): Promise<void> {
    this.catchUp();
    if (this.#hands.length === 0) return;
    await this.#thread.listen((message) => {
      this.#take(message);
      return this.#hands.length === 0 ? "enough" : "go on";
    });
  }

  end(): Promise<void> {
    return this.#thread.end();
  }

  #giveMore(): void {
    let bytes = this.#hands.reduce((sum, { task }) => sum + task.size - task.from.byte, 0);
    while (bytes < bytesAhead) {
      const task = this.#waiting.pop();
      if (task === undefined) return;
      const { plan, reader } = this.#work;
      const log = writtenLog(task, plan, (name) => reader.redacted(name));
      this.#hands.push({ task, log, byte: task.from.byte });
      this.#thread.read(task);
      bytes += task.size - task.from.byte;
    }
  }

  #take(message: WorkerMessage): void {
    const [hand] = this.#hands;
    if (hand === undefined) return;
    const { plan, writer } = this.#work;
    if (message.is === "part") {
      writer.add(hand.log, message.part, { bytes: message.part.place.byte - hand.byte });
      hand.byte = message.part.place.byte;
      return;
    }
    if (message.is === "unreadable")
      plan.tally.addUnreadable({ file: hand.log.path, problem: message.problem });
    plan.done(hand.task);
    this.#hands.shift();
    this.#giveMore();
  }
}

/**
 * What another thread may have before it: as much as it reads while this one is busy. No more, so that none has the last
 * long logs to itself.
 */
const bytesAhead = 4_000_000;
