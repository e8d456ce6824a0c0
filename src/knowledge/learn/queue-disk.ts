import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import * as z from "zod";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { errorCode } from "../../platform/files/file-fault.ts";
import { safeName } from "../../platform/files/names.ts";
import { sha256 } from "../../platform/hash.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";

/** The steps that a queue is made of. Each is done wholly or not at all, and a crash can come between any two. */
export interface QueueDisk {
  readonly makeFolder: (path: string) => void;
  readonly write: (path: string, text: string) => void;
  /** False when there is nothing to be moved, or something is in the way. A file that is there is replaced. */
  readonly move: (from: string, to: string) => boolean;
  readonly remove: (path: string) => void;
  /** Undefined when there is no such file. */
  readonly read: (path: string) => string | undefined;
  /** Names, in text order; none when there is no such folder. */
  readonly list: (path: string) => readonly string[];
  readonly has: (path: string) => boolean;
}

export const realDisk: QueueDisk = {
  makeFolder: (path) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  },
  write: (path, text) => {
    writeFileAtomically(path, [text]);
  },
  move: (from, to) => {
    try {
      renameSync(from, to);
      return true;
    } catch (error) {
      if (isExpected.has(errorCode(error))) return false;
      throw error;
    }
  },
  remove: (path) => rmSync(path, { force: true }),
  read: (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  },
  list: (path) => {
    try {
      return readdirSync(path).toSorted();
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  },
  has: existsSync,
};

const isExpected: ReadonlySet<string> = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);

const entrySchema = z.object({
  version: z.literal(1),
  agent: z.string().min(1),
  sessionId: z.string().min(1),
  /** Its log; `~` is the home directory. */
  path: z.string().min(1),
  /** By its log, or by our clock where that has no times. */
  endedAt: z.string().refine((instant) => !Number.isNaN(Date.parse(instant))),
  /** How often a model's answer about it could not be used. */
  attempts: z.number(),
  /** What was wrong the last time. */
  problem: z.string().optional().catch(undefined),
});

/** A session that has ended and waits to be looked at. */
export type QueueEntry = Readonly<Omit<z.output<typeof entrySchema>, "version">>;

export type SessionName = Pick<QueueEntry, "agent" | "sessionId">;

/** The same session has the same name, so that queued twice it is there once. No part of it is somebody else's word. */
export function entryName({ agent, sessionId }: SessionName): string {
  const digest = sha256(`${agent}\0${sessionId}`).slice("sha256:".length, "sha256:".length + 24);
  return `${safeName(agent)}-${digest}.json`;
}

export function entryText(entry: QueueEntry): string {
  return `${JSON.stringify({ version: 1, ...entry })}\n`;
}

/** Undefined when it is not what we wrote. */
export function readEntry(text: string): QueueEntry | undefined {
  const read = entrySchema.safeParse(parseJsonLine(text));
  if (!read.success) return undefined;
  const { version: _, ...entry } = read.data;
  return entry;
}
