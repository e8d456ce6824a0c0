import { availableParallelism } from "node:os";
import { basename } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { type FoundLog, type LogListing, listLogs } from "../../agents/list-logs.ts";
import type { Context } from "../../platform/context.ts";
import type { Owner } from "../../redact/owner.ts";
import type { Redact } from "../../redact/redact.ts";
import { type LogMark, logMarks, logMemory } from "../ledger/logs.ts";
import { type LogTask, beginningIfThere, logTask, pathKeyOf } from "./log-task.ts";
import { type ScanReport, ScanTally } from "./scan-tally.ts";
import type { WrittenLog } from "./scan-writer.ts";

/**
 * Reads what is new in the agents' logs. What reading takes is only loaded when there is something. A lot is read by several
 * threads, this one among them, which alone writes; where little is new, starting a thread takes longer than reading.
 */
export async function scan(
  context: Context,
  request: ScanRequest,
  threads = defaultThreads(),
): Promise<ScanReport> {
  const plan = planScan(context, request);
  const isNothing = plan.tasks.length + plan.databases.length + plan.unreadable.length === 0;
  if (isNothing) return plan.tally.report(adapters);
  await tuneEngine();
  const { readPlanned, readPlannedByThreads } = await import("./scan-logs.ts");
  const bytes = plan.tasks.reduce((sum, { size, from }) => sum + size - from.byte, 0);
  const busy = Math.min(threads, Math.floor(bytes / worthAThread));
  if (busy < 2) return readPlanned(context, request, plan);
  return readPlannedByThreads(context, request, plan, busy);
}

/** What one thread reads in the time that it takes another to start and to become fast. */
const worthAThread = 24_000_000;

/** One for each core. Many more would wait for the one that writes. */
function defaultThreads(): number {
  return Math.min(availableParallelism(), mostThreads);
}

const mostThreads = 8;

/**
 * What is read is garbage at once. The parts of the heap would still grow to their limits before somebody
 * sweeps, for nothing: then a scan of 3.5 GB takes 240 MB instead of 155, in the same time.
 *
 * An expression is made into machine code at once. Otherwise V8 first makes code for its interpreter, which takes it four
 * times as long, and machine code at the second use: a scan has hundreds of expressions and uses nearly all of them again.
 * Expressions that exist already go the usual way.
 *
 * Not chosen: `--no-regexp-tier-up`, which does the same, but expressions that were made before it is said can crash the process.
 *
 * Must be said before what reads is loaded and before the threads are started, which follow it too.
 */
async function tuneEngine(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--regexp-tier-up-ticks=0");
}

export interface ScanRequest {
  readonly machine: Machine;
  readonly owner: Owner;
  /** Only these agents; all when absent. */
  readonly agents?: readonly string[] | undefined;
  /** Only logs at or below these places. */
  readonly paths?: readonly string[] | undefined;
  /** Only logs that were written to since then. */
  readonly sinceMs?: number | undefined;
  /** Read everything again, whatever was read before. */
  readonly isFull: boolean;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
  /** For tests: the order of the logs and where they are cut make no difference. */
  readonly inOrder?: <Item>(items: readonly Item[]) => readonly Item[];
  readonly chunkBytes?: number | undefined;
  readonly callsPerPart?: number | undefined;
}

export interface ScanProgress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** What there is to read. Found out without what it takes to read it, because mostly there is nothing. */
export interface ScanPlan {
  readonly tasks: readonly LogTask[];
  readonly databases: readonly FoundLog[];
  readonly marks: ReadonlyMap<string, LogMark>;
  readonly tally: ScanTally;
  /** Places that cannot be read, in words that still name the user. */
  readonly unreadable: readonly string[];
  /** To be called when a task is done. */
  readonly done: (task: LogTask) => void;
}

export function planScan({ database, config }: Context, request: ScanRequest): ScanPlan {
  const { sinceMs } = request;
  const tally = new ScanTally();
  const { logs: all, unreadable } = wantedLogs(config, request);
  const logs = all.filter(({ stats }) => sinceMs === undefined || stats.mtimeMs >= sinceMs);
  const marks = logMarks(database);
  const databases = logs.filter(({ shape }) => shape === "database");
  const memoryOf = (number: number) => logMemory(database, number);
  const tasks = logs
    .filter(({ shape }) => shape !== "database")
    .flatMap((log) => logTask(log, marks.get(pathKeyOf(log.path)), memoryOf, request) ?? []);
  tally.found = logs.length;
  tally.unchanged = logs.length - databases.length - tasks.length;
  const ordered = request.inOrder?.(tasks) ?? tasks;
  return {
    tasks: ordered,
    databases,
    marks,
    tally,
    unreadable,
    done: newProgress(ordered, tally, request),
  };
}

/** The logs that a request is about, whether or not there is anything new in them. */
export function wantedLogs(
  config: Context["config"],
  { machine, agents, paths }: ScanRequest,
): LogListing {
  return listLogs(adapters, machine, {
    agents,
    paths,
    extraPlaces:
      paths === undefined ? config.scanPaths.map((path) => inHome(path, machine.home)) : [],
  });
}

/** The log of a task as it is written to the store. */
export function writtenLog(task: LogTask, { marks }: ScanPlan, redact: Redact): WrittenLog {
  return {
    agent: task.agent,
    pathKey: task.pathKey,
    path: redact(task.path),
    identity: task.identity,
    size: task.size,
    modifiedMs: task.modifiedMs,
    beginning: (readBytes) => beginningIfThere(task.path, readBytes) ?? "",
    isFresh: task.memory === undefined,
    sessionId: redact(basename(task.path).replace(/\.\w+$/, "")),
    // The mark that the task was made from: asked again now, it might be that of another scan.
    expected: marks.get(task.pathKey),
    isLost: false,
    isBegun: false,
  };
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

interface WaitingLogs {
  readonly files: number;
  readonly agents: readonly string[];
}

/** What a first scan would read; undefined when this store has read logs before. */
export function logsWaiting(
  { database, config }: Context,
  request: ScanRequest,
): WaitingLogs | undefined {
  if (logMarks(database).size > 0) return undefined;
  const { logs } = wantedLogs(config, request);
  return { files: logs.length, agents: [...new Set(logs.map(({ adapter }) => adapter.title))] };
}
