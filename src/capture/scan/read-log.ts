import type { LogFormat, RecordFate } from "../../agents/adapter.ts";
import type { TokenTotals } from "../../agents/event.ts";
import { isRecord } from "../../platform/json/fields.ts";
import type { PlacedCitation } from "../citations/citations.ts";
import type { LinePlace } from "../../platform/files/raw-line.ts";
import { beginning, readLines, type ReadOptions } from "../../platform/files/read-lines.ts";
import type { BadReport, Complaint } from "../detectors/detector.ts";
import type { Episode } from "../episodes/episode.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import { formatLogMemory, parseLogMemory } from "./log-memory.ts";
import { SessionFold, type FoldOptions } from "../session/session-fold.ts";
import type { SessionSummary } from "../session/session-summary.ts";

/**
 * A part of a log that has been read: what is in it, and what it takes to go on behind it. Plain data, so that another
 * thread may have read it. It is what the reading stands at, not a copy: whoever gets it uses it before the next part
 * is read.
 */
export interface LogPart {
  /** Nothing more was there to be read. */
  readonly isLast: boolean;
  readonly place: LinePlace;
  /** As it is stored. */
  readonly memory: string;
  readonly session: SessionSummary;
  /** Of the whole log so far. */
  readonly tokens: TokenTotals;
  readonly calls: readonly FinishedCall[];
  /** Decided for good. */
  readonly episodes: readonly Episode[];
  /** As they stand at the end of this part; the next part says them anew. */
  readonly open: readonly Episode[];
  readonly records: number;
  readonly unknown: number;
  readonly unreadable: readonly Complaint[];
  /** Tags and blocks of the agent that could not be kept. */
  readonly badReports: readonly BadReport[];
  /** Entries of the project's knowledge that the agent says it goes by. */
  readonly citations: readonly PlacedCitation[];
}

export interface LogStart {
  readonly place: LinePlace;
  /** What the reader knew there, as it was stored. Absent at the beginning. */
  readonly memory?: string | undefined;
}

type LinesFormat = Extract<LogFormat, { shape: "lines" }>;

/**
 * Reads a log that grows at its end, from where it was left. Parts are handed out every so many calls,
 * so that a log of any length fits into memory; where they are cut makes no difference to what is found.
 */
export function readGrowingLog(
  path: string,
  format: LinesFormat,
  start: LogStart,
  options: FoldOptions & ReadOptions & { readonly callsPerPart?: number | undefined },
  onPart: (part: LogPart) => void,
): void {
  const memory = start.memory === undefined ? undefined : parseLogMemory(start.memory);
  const fold = new SessionFold(options, memory?.fold);
  const reader = format.openReader({ path }, memory?.reader);
  let tally = newTally();
  const emit = (event: Parameters<SessionFold["take"]>[0]) => fold.take(event);
  const { callsPerPart = 4000 } = options;
  let callsBefore = fold.callCount;

  const cut = (place: LinePlace, isLast: boolean) => {
    onPart(partOf(fold, place, redactedIds(reader.memory(), options.redact), tally, isLast));
    tally = newTally();
    callsBefore = fold.callCount;
  };
  const end = readLines(
    path,
    start.place,
    {
      onLine: (line) => {
        note(tally, reader.read(line, emit), line.number);
        if (fold.callCount - callsBefore >= callsPerPart) cut(line.placeBehind(), false);
      },
      onTooLong: (lineNumber) =>
        tally.unreadable.push({ line: lineNumber, problem: "is too long to be read" }),
    },
    options,
  );
  cut(end, true);
}

type DocumentFormat = Extract<LogFormat, { shape: "document" }>;

/** Reads a log that is rewritten as a whole. */
export function readDocument(
  path: string,
  format: DocumentFormat,
  content: Buffer,
  options: FoldOptions & { readonly workingDirectory: string | undefined },
): LogPart {
  const fold = new SessionFold(options);
  const counts = format.read({ path }, content, (event) => fold.take(event));
  // What stands beside the log speaks last: the records know better.
  const { workingDirectory } = options;
  if (workingDirectory !== undefined) fold.take({ is: "facts", line: 1, workingDirectory });
  return wholePart(fold, content.length, counts);
}

/** Reads one session out of a database that holds many. */
export function readStoredSession(
  session: ReturnType<Extract<LogFormat, { shape: "database" }>["listSessions"]>[number],
  options: FoldOptions,
): LogPart {
  const fold = new SessionFold(options);
  return wholePart(
    fold,
    0,
    session.read((event) => fold.take(event)),
  );
}

function wholePart(
  fold: SessionFold,
  byte: number,
  counts: {
    readonly records: number;
    readonly unknown: number;
    readonly unreadable: readonly number[];
  },
): LogPart {
  const tally = {
    records: counts.records,
    unknown: counts.unknown,
    unreadable: counts.unreadable.map((line) => ({ line, problem: notAsPromised })),
  };
  return partOf(fold, { ...beginning, byte }, undefined, tally, true);
}

/** A reader remembers ids and no text; but an id is what somebody wrote, too. */
function redactedIds(memory: unknown, redact: FoldOptions["redact"]): unknown {
  if (typeof memory === "string") return redact(memory);
  if (Array.isArray(memory)) return memory.map((item: unknown) => redactedIds(item, redact));
  if (!isRecord(memory)) return memory;
  return Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [name, redactedIds(value, redact)]),
  );
}

interface Tally {
  records: number;
  unknown: number;
  unreadable: Complaint[];
}

function newTally(): Tally {
  return { records: 0, unknown: 0, unreadable: [] };
}

function note(tally: Tally, fate: RecordFate, line: number): void {
  tally.records += 1;
  if (fate === "unknown") tally.unknown += 1;
  if (fate === "unreadable") tally.unreadable.push({ line, problem: notAsPromised });
}

const notAsPromised = "is not a record of this format";

function partOf(
  fold: SessionFold,
  place: LinePlace,
  reader: unknown,
  tally: Tally,
  isLast: boolean,
): LogPart {
  return {
    isLast,
    place,
    memory: formatLogMemory({ reader, fold: fold.memory() }),
    session: fold.session,
    tokens: fold.usage.total,
    ...fold.takeFinished(),
    open: fold.openEpisodes(),
    records: tally.records,
    unknown: tally.unknown,
    unreadable: tally.unreadable,
    badReports: fold.takeBadReports(),
    citations: fold.takeCitations(),
  };
}
