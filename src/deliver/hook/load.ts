import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { safeName } from "../../platform/files/names.ts";
import {
  type CacheIndex,
  cardFile,
  indexVersion,
  type Slice,
  slowFolder,
} from "../compile/cache-index.ts";
import { type CardEntry, cardFor, type CardLines } from "../card/start-plan.ts";
import { agent } from "./agent.ts";
import type { HookHome } from "./home.ts";

/** A compilation, opened: the index is read, the lessons are not. */
export interface OpenCache {
  /** Its own folder, and not the link to it: a new compilation must not come in between. */
  readonly folder: string;
  readonly index: CacheIndex;
}

/** Undefined without a cache, or with one that is not ours to read: then there is nothing to deliver. */
export function openCache({ cache }: HookHome, log: (line: string) => void): OpenCache | undefined {
  let folder: string;
  let text: string;
  try {
    folder = realpathSync.native(cache);
    text = readFileSync(join(folder, "index.json"), "utf8");
  } catch {
    return undefined;
  }
  if (lastOpened?.text === text && lastOpened.cache.folder === folder) return lastOpened.cache;
  const index = indexIn(text);
  if (index?.version === indexVersion) {
    lastOpened = { text, cache: { folder, index } };
    return lastOpened.cache;
  }
  const version = index === undefined ? "broken" : "from another version";
  log(`skipped: the cache is ${version}; rebuild it: lessons dev compile`);
  return undefined;
}

/** For whoever stays: reading an index takes less than taking it apart. */
let lastOpened: { readonly text: string; readonly cache: OpenCache } | undefined;

function indexIn(text: string): CacheIndex | undefined {
  try {
    const index = JSON.parse(text) as CacheIndex | null;
    return index?.type === "lessons-index" ? index : undefined;
  } catch {
    return undefined;
  }
}

/** The lessons for the start of a session, of all scopes that hold here. */
export function loadForStart(
  cache: OpenCache,
  project: string | undefined,
): readonly ReadyLesson[] {
  const slices = scopesOf(cache.index, project).flatMap(({ start }) =>
    start === undefined ? [] : [start],
  );
  const file = new LessonFile(cache);
  return readingsOf(slices).flatMap((reading) => file.lessonsAt(reading));
}

/** The lines of the card that hold here. */
export function loadCard({ folder }: OpenCache, project: string | undefined): readonly CardEntry[] {
  const file = join(folder, cardFile);
  if (!existsSync(file)) return [];
  try {
    const lines = JSON.parse(readFileSync(file, "utf8")) as CardLines;
    return cardFor(lines, { agent: agent.name, project });
  } catch {
    // The rest of what a start has to say is worth more than an error.
    return [];
  }
}

/** Those that hold in this project. */
export function scopesOf({ scopes }: CacheIndex, project: string | undefined) {
  return Object.entries(scopes).flatMap(([scope, slices]) =>
    !scope.startsWith("project:") || scope === project ? [slices] : [],
  );
}

/** The file of a compilation that holds its lessons, open as long as a hook runs. */
export class LessonFile {
  readonly #cache: OpenCache;
  readonly #now = new Date().toISOString();

  constructor(cache: OpenCache) {
    this.#cache = cache;
  }

  read([byte, length]: Slice): Buffer {
    const file = openLessons(this.#cache.folder);
    // Of its own, so that numbers in it stand where numbers may stand.
    const bytes = Buffer.from(new ArrayBuffer(length));
    if (readSync(file, bytes, 0, length, byte) !== length) throw new Error("the cache is cut off");
    return bytes;
  }

  /** Without those that hold from a later time on. */
  lessonsAt({ whole, parts }: Reading): readonly ReadyLesson[] {
    const bytes = this.read(whole);
    const lessons: ReadyLesson[] = [];
    for (const [byte, length] of parts) {
      const start = byte - whole[0];
      const text = bytes.toString("utf8", start, start + length);
      for (const lesson of JSON.parse(text) as readonly ReadyLesson[])
        if (lesson.validFrom === undefined || lesson.validFrom <= this.#now) lessons.push(lesson);
    }
    return lessons;
  }
}

/** One at a time stays open, also where a process stays: that of the compilation that was asked last. */
function openLessons(folder: string): number {
  if (lastFile?.folder !== folder) {
    if (lastFile !== undefined) closeSync(lastFile.descriptor);
    lastFile = undefined;
    lastFile = { folder, descriptor: openSync(join(folder, "lessons.bin"), "r") };
  }
  return lastFile.descriptor;
}

let lastFile: { readonly folder: string; readonly descriptor: number } | undefined;

/** What is read at once: slices that stand close together, each once. Thousands may share the letters that they are found by. */
export interface Reading {
  readonly whole: Slice;
  readonly parts: readonly Slice[];
}

export function readingsOf(slices: readonly Slice[]): readonly Reading[] {
  const readings: { whole: Slice; readonly parts: Slice[] }[] = [];
  const ordered = [...new Map(slices.map((slice) => [slice[0], slice])).values()];
  ordered.sort(([one], [other]) => one - other);
  for (const slice of ordered) {
    const last = readings.at(-1);
    const [start, bytes] = last?.whole ?? [0, 0];
    const [byte, length] = slice;
    if (last !== undefined && byte - start - bytes <= closeBytes && bytes <= mostBytesAtOnce) {
      last.parts.push(slice);
      last.whole = [start, byte + length - start];
    } else readings.push({ whole: slice, parts: [slice] });
  }
  return readings;
}

const closeBytes = 1024;
const mostBytesAtOnce = 131_072;

/** Without those whose patterns used up the hook's time: they are left out until the next compilation. */
export function withoutSlow(
  { folder }: OpenCache,
  lessons: readonly ReadyLesson[],
): readonly ReadyLesson[] {
  const slow = join(folder, slowFolder);
  // Mostly there is none, and asking once is enough.
  return existsSync(slow)
    ? lessons.filter(({ id }) => !existsSync(join(slow, safeName(id))))
    : lessons;
}

export function markTooSlow({ folder }: OpenCache, { id, slug }: ReadyLesson): void {
  mkdirSync(join(folder, slowFolder), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, slowFolder, safeName(id)), `${slug}\n`, { mode: 0o600 });
}
