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
import { commandTexts, type PlannedCall } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { safeName } from "../../platform/files/names.ts";
import { leadingWord } from "../../shell/word.ts";
import {
  type BucketSlices,
  type CacheIndex,
  cacheVersion,
  type Slice,
  slowFolder,
} from "../compile/cache-index.ts";
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
  if (index?.version === cacheVersion) return { folder, index };
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

/** Stage 2: the few lessons that can concern this call, of all scopes that hold here. */
export function load(
  cache: OpenCache,
  call: PlannedCall,
  project: string | undefined,
  bucket: string = bucketOf(call.tool),
): readonly ReadyLesson[] {
  const slices = scopesOf(cache.index, project).flatMap(({ buckets }) => {
    const found = buckets[bucket];
    return found === undefined ? [] : slicesFor(found, call);
  });
  return readSlices(cache, slices);
}

/** The lessons for the start of a session, of all scopes that hold here. */
export function loadForStart(
  cache: OpenCache,
  project: string | undefined,
): readonly ReadyLesson[] {
  return readSlices(
    cache,
    scopesOf(cache.index, project).flatMap(({ start }) => (start === undefined ? [] : [start])),
  );
}

function scopesOf({ scopes }: CacheIndex, project: string | undefined) {
  return Object.entries(scopes).flatMap(([scope, slices]) =>
    !scope.startsWith("project:") || scope === project ? [slices] : [],
  );
}

function slicesFor(
  { any, programs, letters }: BucketSlices,
  { command }: PlannedCall,
): readonly Slice[] {
  const slices = any === undefined ? [] : [any];
  if (programs === undefined || command === undefined) return slices;
  const heads = new Set(commandTexts(command).map((text) => leadingWord(text).slice(0, letters)));
  for (const head of heads) {
    const slice = Object.hasOwn(programs, head) ? programs[head] : undefined;
    if (slice !== undefined) slices.push(slice);
  }
  return slices;
}

/** A lesson that stands in several of them comes once. */
function readSlices({ folder }: OpenCache, slices: readonly Slice[]): readonly ReadyLesson[] {
  if (slices.length === 0) return [];
  const lessons = new Map<string, ReadyLesson>();
  const file = openSync(join(folder, "lessons.bin"), "r");
  try {
    for (const [byte, length] of slices) {
      const bytes = Buffer.allocUnsafe(length);
      if (readSync(file, bytes, 0, length, byte) !== length)
        throw new Error("the cache is cut off");
      for (const lesson of JSON.parse(bytes.toString("utf8")) as ReadyLesson[]) {
        lessons.set(lesson.id, lesson);
      }
    }
  } finally {
    closeSync(file);
  }
  return [...lessons.values()];
}

/** A lesson whose patterns used up the hook's time is left out until the next compilation. */
export function isTooSlow({ folder }: OpenCache, { id }: ReadyLesson): boolean {
  return existsSync(join(folder, slowFolder)) && existsSync(join(folder, slowFolder, safeName(id)));
}

export function markTooSlow({ folder }: OpenCache, { id, slug }: ReadyLesson): void {
  mkdirSync(join(folder, slowFolder), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, slowFolder, safeName(id)), `${slug}\n`, { mode: 0o600 });
}
