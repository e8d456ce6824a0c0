import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { errorCode } from "../../platform/files/file-fault.ts";

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
