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
  const index = indexIn(text);
  if (index?.version === indexVersion) return { folder, index };
  const version = index === undefined ? "broken" : "of another version";
  log(`passed over: the cache is ${version}; lessons compile makes a new one`);
  return undefined;
}

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
  return slices.length === 0 ? [] : withLessons(cache, () => slices);
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

/** The lessons of the slices that are chosen. One that stands in several of them comes once. */
export function withLessons(
  { folder }: OpenCache,
  choose: (read: (slice: Slice) => Uint8Array) => readonly Slice[],
): readonly ReadyLesson[] {
  const lessons = new Map<string, ReadyLesson>();
  const now = new Date().toISOString();
  const file = openSync(join(folder, "lessons.bin"), "r");
  const read = ([byte, length]: Slice): Buffer => {
    // Of its own, so that numbers in it stand where numbers may stand.
    const bytes = Buffer.from(new ArrayBuffer(length));
    if (readSync(file, bytes, 0, length, byte) !== length) throw new Error("the cache is cut off");
    return bytes;
  };
  try {
    for (const slice of choose(read)) {
      for (const lesson of JSON.parse(read(slice).toString("utf8")) as ReadyLesson[]) {
        if (!isToCome(lesson, now)) lessons.set(lesson.id, lesson);
      }
    }
  } finally {
    closeSync(file);
  }
  return [...lessons.values()];
}

/** What holds from a later time on waits for it. */
function isToCome({ validFrom }: ReadyLesson, now: string): boolean {
  return validFrom !== undefined && validFrom > now;
}

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
