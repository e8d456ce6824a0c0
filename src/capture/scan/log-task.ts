import { createHash, hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import type { FoundLog } from "../../agents/list-logs.ts";
import type { LinePlace } from "../../platform/files/raw-line.ts";
import { beginning } from "../../platform/files/read-lines.ts";
import type { LogMark } from "../ledger/logs.ts";
import type { FoldMemory } from "../session/session-fold.ts";

/** A log that has something new, and where to begin. Plain data: it may be done by another thread. */
export interface LogTask {
  readonly agent: string;
  readonly path: string;
  readonly pathKey: string;
  readonly identity: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly from: LinePlace;
  /** What the reader knew there, as it was stored. Absent at the beginning. */
  readonly memory?: string | undefined;
}

/**
 * What has to be read of a log; undefined when nothing has changed. It goes on where the last scan
 * stopped when it is the same file and only grew. One that shrank, was replaced or was rewritten is read
 * again from its beginning.
 */
export function logTask(
  log: FoundLog,
  mark: LogMark | undefined,
  memoryOf: (number: number) => string | null,
  { isFull }: { readonly isFull: boolean },
): LogTask | undefined {
  const { path, stats, adapter } = log;
  const task: LogTask = {
    agent: adapter.agent,
    path,
    pathKey: mark?.pathKey ?? pathKeyOf(path),
    identity: `${stats.dev}:${stats.ino}`,
    size: stats.size,
    modifiedMs: stats.mtimeMs,
    from: beginning,
  };
  if (mark === undefined || isFull) return task;
  const isUntouched =
    mark.size === task.size &&
    mark.modifiedMs === task.modifiedMs &&
    mark.identity === task.identity;
  if (isUntouched) return undefined;

  const canGoOn =
    log.shape === "lines" &&
    mark.identity === task.identity &&
    task.size >= mark.byte &&
    mark.beginning === beginningIfThere(path, mark.byte);
  const memory = canGoOn ? memoryOf(mark.number) : null;
  // What another version remembered may mean something else.
  if (memory === null || !isOurMemory(memory)) return task;
  return { ...task, from: { byte: mark.byte, line: mark.line }, memory };
}

/** A log that vanished after it was found is not this one's problem: whoever reads it will say so. */
export function beginningIfThere(path: string, readBytes: number): string | undefined {
  try {
    return beginningOf(path, readBytes);
  } catch {
    return undefined;
  }
}

/** The path names the user and the project, so the store knows it by this. */
export function pathKeyOf(path: string): string {
  return hash("sha256", path).slice(0, 32);
}

/**
 * How a log begins, and how it goes on to the place up to which it was read: a file that was written anew
 * differs in one of the two.
 */
export function beginningOf(path: string, readBytes: number): string {
  const descriptor = openSync(path, "r");
  try {
    const length = Math.min(readBytes, lookBytes);
    const digest = createHash("sha256");
    let count = 0;
    for (const position of [0, readBytes - length]) {
      const bytes = Buffer.alloc(length);
      const read = readSync(descriptor, bytes, 0, length, position);
      digest.update(bytes.subarray(0, read));
      count += read;
    }
    return `${count}:${digest.digest("hex").slice(0, 16)}`;
  } finally {
    closeSync(descriptor);
  }
}

const lookBytes = 1024;

/** What it takes to go on in a log behind the cursor. */
interface LogMemory {
  readonly reader: unknown;
  readonly fold: FoldMemory;
}

/** Whether a memory was stored by a version that remembers the same things. */
function isOurMemory(text: string): boolean {
  return text.startsWith(memoryStart);
}

export function parseLogMemory(text: string): LogMemory {
  return (JSON.parse(text) as { readonly state: LogMemory }).state;
}

export function formatLogMemory(memory: LogMemory): string {
  return `${memoryStart}"state":${JSON.stringify(memory)}}`;
}

/** The number is raised whenever the fold or a reader remembers something else than before. */
const memoryStart = '{"version":3,';
