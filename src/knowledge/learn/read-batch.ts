import { adapters } from "../../agents/all.ts";
import { listLogs } from "../../agents/list-logs.ts";
import type { Redact } from "../../redact/redact.ts";
import { isEmpty, type Channels } from "./channels.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { Fault } from "../../platform/fault.ts";
import { readSession } from "./read-session.ts";

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

export interface BatchReading {
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
