import { readFileSync } from "node:fs";
import type { LineReader, LogFormat, RecordFate, StoredSession } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import type { TokenTotals } from "../../agents/event.ts";
import { formatOf } from "../../agents/formats.ts";
import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import type { LinePlace } from "../../platform/files/raw-line.ts";
import { type ReadOptions, beginning, readLines } from "../../platform/files/read-lines.ts";
import { type ForgottenText, makeForget } from "../../platform/forgotten.ts";
import { projectIdentity } from "../../platform/project/learning-place.ts";
import type { Owner } from "../../redact/owner.ts";
import { type Redact, makeRedact, redactTexts } from "../../redact/redact.ts";
import type { Complaint } from "../detectors/detector.ts";
import { callRow, type CallRow } from "../ledger/calls.ts";
import type { Episode } from "../episodes/episode.ts";
import { type Finished, type FoldOptions, SessionFold } from "../session/session-fold.ts";
import type { Project, SessionSummary } from "../session/session-summary.ts";
import { type LogTask, formatLogMemory, parseLogMemory } from "./log-task.ts";

export interface ReadSettings {
  readonly owner: Owner;
  /** What a person had us forget does not come back with a log. */
  readonly forgotten: readonly ForgottenText[];
  readonly detectors: DetectorSettings;
  /** For tests: however a log is cut into chunks and parts, the result is the same. */
  readonly chunkBytes?: number | undefined;
  readonly callsPerPart?: number | undefined;
}

/** Reads tasks, one after the other, with what is worth keeping between them. */
export class TaskReader {
  readonly #settings: ReadSettings;
  readonly #redact: FoldOptions["redact"];
  readonly #projects = new Map<string, Project>();

  constructor(settings: ReadSettings) {
    this.#settings = settings;
    const [forget, redact] = [makeForget(settings.forgotten), makeRedact(settings.owner)];
    this.#redact = remembering(
      settings.forgotten.length === 0 ? redact : (text) => redact(forget(text)),
    );
  }

  /** A path or a name as it may be kept. */
  redacted(name: string): string {
    return this.#redact(name);
  }

  /** `between` is called every now and then: for what must not wait until a long log is read. */
  read(task: LogTask, onPart: (part: LogPart) => void, between?: () => void): void {
    const format = formatOf(task.agent, task.path);
    const options = this.#foldOptions(task.modifiedMs);
    if (format?.shape === "lines") {
      const start = { place: task.from, memory: task.memory };
      const { chunkBytes, callsPerPart } = this.#settings;
      const how = { ...options, chunkBytes, callsPerPart, between };
      readGrowingLog(task.path, format, start, how, onPart);
    } else if (format?.shape === "document") {
      const adapter = adapters.find(({ agent }) => agent === task.agent);
      const workingDirectory = adapter?.projectOf?.(task.path);
      onPart(readDocument(task.path, format, wholeFile(task), { ...options, workingDirectory }));
    }
  }

  readStored(session: StoredSession, modifiedMs: number): LogPart {
    return readStoredSession(session, this.#foldOptions(modifiedMs));
  }

  #foldOptions(modifiedMs: number): FoldOptions {
    return {
      settings: this.#settings.detectors,
      redact: this.#redact,
      fallbackTime: new Date(modifiedMs).toISOString(),
      identifyProject: (directory, repository) => this.#project(directory, repository),
    };
  }

  /** Asking for a project may start git, and a hundred sessions have the same one. */
  #project(directory: string, repository: string | undefined): Project {
    const key = `${directory}\0${repository ?? ""}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const id = this.#redact(projectIdentity(directory, repository));
    const project = { id, label: this.#redact(directory) };
    this.#projects.set(key, project);
    return project;
  }
}

/** Documents are small; one that is not has become something else. */
const largestDocument = 1 << 27;

function wholeFile({ path, size }: LogTask): Buffer {
  if (size > largestDocument) {
    throw new Fault("file-unreadable", `${path} is too large`, {
      hint: `the limit for this kind of log is ${largestDocument / (1 << 20)} MB`,
    });
  }
  try {
    return readFileSync(path);
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}

/** The same paths and commands come again and again, within a session and across them. */
function remembering(redact: Redact): Redact {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longestRemembered) return redact(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const redacted = redact(text);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, redacted);
    return redacted;
  };
}

const longestRemembered = 200;
const mostRemembered = 5000;

/**
 * A part of a log that has been read: what is in it, and what it takes to go on behind it. Plain data, so that another
 * thread may have read it. It is what the reading stands at, not a copy: whoever gets it uses it before the next part
 * is read.
 */
export interface LogPart extends Omit<Finished, "calls"> {
  /** Its calls, as the ledger keeps them. */
  readonly rows: readonly CallRow[];
  /** The class of each call that failed. */
  readonly failures: readonly string[];
  /** Nothing more was there to be read. */
  readonly isLast: boolean;
  readonly place: LinePlace;
  /** As it is stored. */
  readonly memory: string;
  readonly session: SessionSummary;
  /** Of the whole log so far. */
  readonly tokens: TokenTotals;
  /** As they stand at the end of this part; the next part says them anew. */
  readonly open: readonly Episode[];
  readonly records: number;
  readonly unknown: number;
  readonly unreadable: readonly Complaint[];
}

interface LogStart {
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
  const reader = format.openReader(path, memory?.reader);
  let tally = newTally();
  const emit = (event: Parameters<SessionFold["take"]>[0]) => fold.take(event);
  const { callsPerPart = 4000 } = options;
  let callsBefore = fold.callCount;

  const cut = (place: LinePlace, isLast: boolean) => {
    onPart(partOf(fold, place, memoryOf(reader, options.redact), tally, isLast));
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
        tally.unreadable.push({ line: lineNumber, problem: "is too long to read" }),
    },
    options,
  );
  cut(end, true);
}

type DocumentFormat = Extract<LogFormat, { shape: "document" }>;

/** Reads a log that is rewritten as a whole. */
function readDocument(
  path: string,
  format: DocumentFormat,
  content: Buffer,
  options: FoldOptions & { readonly workingDirectory: string | undefined },
): LogPart {
  const fold = new SessionFold(options);
  const counts = format.read(path, content, (event) => fold.take(event));
  // What stands beside the log speaks last: the records know better.
  const { workingDirectory } = options;
  if (workingDirectory !== undefined) fold.take({ is: "facts", line: 1, workingDirectory });
  return wholePart(fold, content.length, counts);
}

/** Reads one session out of a database that holds many. */
function readStoredSession(
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
function memoryOf(reader: LineReader, redact: Redact): unknown {
  return redactTexts(reader.memory(), redact);
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
  const { calls, ...finished } = fold.takeFinished();
  return {
    isLast,
    place,
    memory: formatLogMemory({ reader, fold: fold.memory() }),
    session: fold.session,
    tokens: fold.usage.total,
    ...finished,
    rows: calls.map(callRow),
    failures: calls.flatMap(({ failure }) => failure?.name ?? []),
    open: fold.openEpisodes(),
    ...tally,
  };
}
