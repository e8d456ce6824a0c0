import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { type Delivered, type LessonFiles, lessonFiles } from "./lesson-files.ts";

/** The files of the lessons, and how to find them again once they are published. */
export interface KeptFiles {
  readonly files: LessonFiles;
  /** Called when they are in the folder of this generation. */
  readonly keep: (generation: string) => void;
}

/**
 * The files of the lessons, taken from the last compilation where it delivered the same: most changes of the store are to candidates,
 * of which no call hears. They are the same to the byte as if they were made again, or they are made again.
 */
export function keptLessonFiles(
  cacheFolder: string,
  delivered: Delivered,
  build: string,
): KeptFiles {
  const from = digestOf([JSON.stringify([build, delivered.lessons, delivered.watches ?? []])]);
  const files = readKept(cacheFolder, from) ?? lessonFiles(delivered);
  const { contents, ...rest } = files;
  const keep = (generation: string) => {
    const note: Note = {
      from,
      generation,
      names: [...contents.keys()],
      digest: digestOf(contents.values()),
      ...rest,
    };
    writeFileAtomically(join(cacheFolder, noteFile), [`${JSON.stringify(note)}\n`]);
  };
  return { files, keep };
}

/** Below the folder of the cache. */
const noteFile = "kept.json";

interface Note extends Omit<LessonFiles, "contents"> {
  /** A digest of the program and of all that it delivered. */
  readonly from: string;
  /** The compilation that has them. */
  readonly generation: string;
  readonly names: readonly string[];
  /** A digest of what is in them. */
  readonly digest: string;
}

/** Undefined where they are not there as they were written, whatever the reason. */
function readKept(cacheFolder: string, from: string): LessonFiles | undefined {
  try {
    const note = parseJsonLine(readFileSync(join(cacheFolder, noteFile), "utf8"));
    if (!isRecord(note) || note["from"] !== from) return undefined;
    // Ours: it has the digest of this program in it.
    const { generation, names, digest, ...rest } = note as unknown as Note;
    const folder = join(cacheFolder, "generations", generation);
    const contents = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
    return digestOf(contents.values()) === digest ? { ...rest, contents } : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
