import { basename } from "node:path";
import { readFileSync, statSync } from "node:fs";
import type { RecordCounts } from "../../agents/adapter.ts";
import { formatOf } from "../../agents/formats.ts";
import type { FoundLog } from "../../agents/list-logs.ts";
import type { SessionEvent } from "../../agents/event.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { Redact } from "../../redact/redact.ts";
import { ChannelFold, type Channels } from "./channels.ts";
import { openReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { beginning, readLines } from "../../platform/files/read-lines.ts";

/** A session as far as learning needs it. */
export interface ReadSession {
  readonly agent: string;
  readonly sessionId: string;
  readonly channels: Channels;
  readonly workingDirectory?: string;
  readonly repository?: string;
  /** When something last happened in it. */
  readonly endedAt?: Instant;
}

/** Reads a log from its beginning. Of a database one session is read, by its id. */
export function readSession(
  log: Pick<FoundLog, "adapter" | "path">,
  redact: Redact,
  wantedId?: string,
): ReadSession {
  const { adapter, path } = log;
  const fold = new ChannelFold(redact);
  const facts: { sessionId?: string; workingDirectory?: string; repository?: string } = {};
  let endedAt: Instant | undefined;
  const emit = (event: SessionEvent) => {
    if (event.at !== undefined && (endedAt === undefined || event.at > endedAt)) endedAt = event.at;
    if (event.is === "facts") {
      for (const name of ["sessionId", "workingDirectory", "repository"] as const) {
        const value = event[name];
        if (value !== undefined) facts[name] ??= value;
      }
    }
    fold.take(event);
  };
  eachEvent(log, wantedId, emit);
  const beside = adapter.projectOf?.(path);
  if (beside !== undefined) facts.workingDirectory ??= beside;
  const { sessionId = wantedId ?? basename(path).replace(/\.\w+$/, ""), ...rest } = facts;
  return {
    agent: adapter.agent,
    sessionId: redact(sessionId).slice(0, longestId),
    channels: fold.channels(),
    ...rest,
    ...(endedAt === undefined ? {} : { endedAt }),
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
      const reader = format.openReader({ path });
      const onLine = (line: Parameters<typeof reader.read>[0]) => void reader.read(line, emit);
      readLines(path, beginning, { onLine, onTooLong: () => undefined });
      return;
    }
    case "document":
      format.read({ path }, wholeFile(path), emit);
      return;
    case "database":
      inDatabase(path, (source) =>
        format
          .listSessions(source)
          .find(({ sessionId }) => sessionId === wantedId)
          ?.read(emit),
      );
      return;
    case undefined:
      throw new Fault("bad-input", `${path} is not a session log that we know`, {
        hint: "lessons scan --path says what is wrong with a log",
      });
  }
}

function inDatabase(
  path: string,
  work: (source: ReturnType<typeof openReadOnlyDatabase>) => RecordCounts | undefined,
): void {
  const source = openReadOnlyDatabase(path);
  try {
    work(source);
  } finally {
    source.close();
  }
}

function wholeFile(path: string): Buffer {
  try {
    if (statSync(path).size <= largestDocument) return readFileSync(path);
  } catch (error) {
    throw fileFault(error, "read", path);
  }
  throw new Fault("file-unreadable", `${path} is too large to be read whole`, {
    hint: `logs of this kind are read up to ${largestDocument / (1 << 20)} MB`,
  });
}
