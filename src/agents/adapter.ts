import type { ReadOnlyDatabase } from "../platform/database/read-only-database.ts";
import type { RawLine } from "../platform/files/raw-line.ts";
import type { SessionEvent } from "./event.ts";

/** What we know about one coding agent. Everything about it lives in its own folder. */
export interface Adapter {
  /** The name that is stored and typed: `claude-code`. */
  readonly agent: string;
  /** The name that people read: `Claude Code`. */
  readonly title: string;
  /** The newest version whose logs were read in a test. Newer ones are read too, and said. */
  readonly testedUpTo: string;
  /** The tools that it brings with it, by their own names. Servers and plugins add others. */
  readonly toolNames: readonly string[];
  /** By what a program sees that this agent started it. */
  readonly signs: AgentSigns;
  /** Where it keeps its session logs on this machine, whether or not the place exists. */
  readonly logPlaces: (machine: Machine) => readonly LogPlace[];
  /** What a log is, by its path; undefined when it is not one of this agent's logs after all. */
  readonly shapeOf: (path: string) => LogFormat["shape"] | undefined;
  /** The directory that a session was held in, for logs whose records do not say it. */
  readonly projectOf?: (path: string) => string | undefined;
  /**
   * Whether a file that somebody points at, outside of any agent's folders, is one of this agent's logs.
   * Asked of the agents in their order; it may look into the file.
   */
  readonly recognises?: (path: string) => boolean;
}

interface AgentSigns {
  /** What it sets for the commands that it runs. */
  readonly variables: readonly string[];
  /** How its own program is called. */
  readonly programs: readonly string[];
}

export interface Machine {
  /** The user's home directory. */
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A folder, and how the names of the session logs in it end. */
export interface LogPlace {
  readonly folder: string;
  readonly isLog: (relativePath: string) => boolean;
}

/**
 * `lines`: grows at its end, one record a line; read on from where the last scan stopped. `document`:
 * read whole whenever it changed. `database`: holds many sessions, each read whole when it changed. What a file is
 * called says things that its records do not: the session, the project, whose subagent.
 */
export type LogFormat =
  | { readonly shape: "lines"; readonly openReader: (path: string, memory?: unknown) => LineReader }
  | {
      readonly shape: "document";
      readonly read: (path: string, content: Buffer, emit: Emit) => RecordCounts;
    }
  | {
      readonly shape: "database";
      readonly listSessions: (database: ReadOnlyDatabase) => readonly StoredSession[];
    };

export type Emit = (event: SessionEvent) => void;

/** Reads one log from its beginning or from where its memory was taken. */
export interface LineReader {
  /** Hands the events of one line to `emit`. Never throws on content. */
  readonly read: (line: RawLine, emit: Emit) => RecordFate;
  /**
   * What must be known to go on after the last line, as plain JSON; undefined when nothing must. A reader of the same
   * version that is opened with it goes on exactly as this one would. It holds no text of the log but ids.
   */
  readonly memory: () => unknown;
}

/**
 * `read`: understood, whether or not there was anything in it for us. `unknown`: well-formed, but of a
 * type that this adapter has never seen. `unreadable`: not what the format promises.
 */
export type RecordFate = "read" | "unknown" | "unreadable";

export interface RecordCounts {
  readonly records: number;
  readonly unknown: number;
  /** The lines of the records that could not be read. */
  readonly unreadable: readonly number[];
}

export interface StoredSession {
  readonly sessionId: string;
  /** Changes when the session does. */
  readonly stamp: string;
  readonly read: (emit: Emit) => RecordCounts;
}

/**
 * How an agent's own program answers one question without a person before it. The question comes on
 * standard input, never as an argument; the program gets no tools and runs no hooks, as far as it can be told so.
 */
export interface HeadlessProgram {
  readonly program: string;
  readonly args: (model: string | undefined) => readonly string[];
  /** On top of the person's own environment, which holds how they sign in. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the model said, from all that the program printed; undefined when it said nothing. */
  readonly replyIn: (printed: string) => HeadlessReply | undefined;
}

export interface HeadlessReply {
  readonly text: string;
  /** The model that answered, where the program tells. */
  readonly model?: string | undefined;
}

/** How the folders begin in which programs are asked. One that keeps a log of it all the same shows it by this name. */
export const askFolderStart = "lessons-ask-";
