import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { adapters } from "../../agents/all.ts";
import type { SessionEvent } from "../../agents/event.ts";
import { formatOf } from "../../agents/formats.ts";
import { listLogs, type FoundLog } from "../../agents/list-logs.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { beginning, readLines } from "../../platform/files/read-lines.ts";
import type { Redact } from "../../redact/redact.ts";
import { ChannelFold, isEmpty, type Channels } from "./channels.ts";
import type { QueueEntry } from "./queue-disk.ts";

/** A session as far as learning needs it. */
interface ReadSession {
  readonly agent: string;
  readonly sessionId: string;
  readonly channels: Channels;
  readonly workingDirectory?: string | undefined;
  readonly repository?: string | undefined;
  /** When something last happened in it. */
  readonly endedAt?: Instant | undefined;
}

/** Reads a log from its beginning. Of a database one session is read, by its id. */
export function readSession(
  log: Pick<FoundLog, "adapter" | "path">,
  redact: Redact,
  wantedId?: string,
): ReadSession {
  const { adapter, path } = log;
  const fold = new ChannelFold(redact);
  let sessionId: string | undefined;
  let workingDirectory: string | undefined;
  let repository: string | undefined;
  let endedAt: Instant | undefined;
  eachEvent(log, wantedId, (event) => {
    if (event.at !== undefined && (endedAt === undefined || event.at > endedAt)) endedAt = event.at;
    if (event.is === "facts") {
      sessionId ??= event.sessionId;
      workingDirectory ??= event.workingDirectory;
      repository ??= event.repository;
    }
    fold.take(event);
  });
  const id = sessionId ?? wantedId ?? basename(path).replace(/\.\w+$/, "");
  return {
    agent: adapter.agent,
    sessionId: redact(id).slice(0, longestId),
    channels: fold.channels(),
    workingDirectory: workingDirectory ?? adapter.projectOf?.(path),
    repository,
    endedAt,
  };
}

const longestId = 200;
/** Documents are small; one that is not has become something else. */
const largestDocument = 1 << 27;

function eachEvent(
  { adapter, path }: Pick<FoundLog, "adapter" | "path">,
  wantedId: string | undefined,
  emit: (event: SessionEvent) => void,
): void {
  const format = formatOf(adapter.agent, path);
  switch (format?.shape) {
    case "lines": {
      const reader = format.openReader(path);
      const onLine = (line: Parameters<typeof reader.read>[0]) => void reader.read(line, emit);
      readLines(path, beginning, { onLine, onTooLong: () => undefined });
      return;
    }
    case "document":
      format.read(path, wholeFile(path), emit);
      return;
    case "database": {
      const source = openReadOnlyDatabase(path);
      try {
        const sessions = format.listSessions(source);
        sessions.find(({ sessionId }) => sessionId === wantedId)?.read(emit);
      } finally {
        source.close();
      }
      return;
    }
    case undefined:
      throw new Fault("bad-input", `${path} is not a known session log`, {
        hint: "lessons scan --path says what is wrong with a log",
      });
  }
}

function wholeFile(path: string): Buffer {
  try {
    if (statSync(path).size <= largestDocument) return readFileSync(path);
  } catch (error) {
    throw fileFault(error, "read", path);
  }
  throw new Fault("file-unreadable", `${path} is too large`, {
    hint: `the limit for this kind of log is ${largestDocument / (1 << 20)} MB`,
  });
}

export interface BatchSession {
  readonly entry: QueueEntry;
  readonly channels: Channels;
}

/** The sessions of a batch, by what is in them. */
export interface ReadBatch {
  readonly sessions: readonly BatchSession[];
  /** No person says anything in them. */
  readonly silent: readonly QueueEntry[];
  readonly unreadable: readonly { readonly entry: QueueEntry; readonly problem: string }[];
}

interface BatchReading {
  /** The user's home directory. */
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly redact: Redact;
}

export function readBatch(entries: readonly QueueEntry[], reading: BatchReading): ReadBatch {
  const sessions: BatchSession[] = [];
  const silent: QueueEntry[] = [];
  const unreadable: { entry: QueueEntry; problem: string }[] = [];
  for (const entry of entries) {
    const channels = channelsFor(entry, reading);
    if ("problem" in channels) unreadable.push({ entry, ...channels });
    else if (isEmpty(channels)) silent.push(entry);
    else sessions.push({ entry, channels });
  }
  return { sessions, silent, unreadable };
}

function channelsFor(
  { agent, path: shown, sessionId }: QueueEntry,
  { home, environment, redact }: BatchReading,
): Channels | { readonly problem: string } {
  const path = shown.startsWith("~/") ? `${home}${shown.slice(1)}` : shown;
  const { logs } = listLogs(
    adapters,
    { home, environment },
    {
      agents: [agent],
      paths: [path],
      extraPlaces: [],
    },
  );
  const log = logs.find((each) => each.path === path);
  if (log === undefined) return { problem: "its log is gone" };
  try {
    return readSession(log, redact, sessionId).channels;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { problem: redact(error.message) };
  }
}
