import { existsSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { namesIn, safeName } from "../../platform/files/names.ts";
import { isRecord, type JsonRecord, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { Paths } from "../../platform/paths.ts";
import type { CacheFiles } from "./cache-files.ts";
import { slowFolder } from "./cache-index.ts";

/** What hooks read at this time: which compilation, and when it was made. Undefined when there is none that we can read. */
export function lastCompilation({ cache }: Pick<Paths, "cache">) {
  const bytes = bytesOf(join(cache, "current", "index.json"));
  const index = bytes && parseJsonLine(bytes.toString("utf8"));
  if (!isRecord(index)) return undefined;
  const [generation, generatedAt] = [textAt(index, "generation"), textAt(index, "generatedAt")];
  return generation === undefined || generatedAt === undefined
    ? undefined
    : { generation, generatedAt };
}

/**
 * Whether the files that hooks read are there, each as long as it was written. Cheap, for whoever only wants to know whether to look
 * closer: `damagedFiles` compares every byte with what a compilation now would give. Nothing compiled is nothing damaged.
 */
export function isCacheWhole({ cache }: Pick<Paths, "cache">): boolean {
  const current = join(cache, "current");
  const bytes = bytesOf(join(current, lengthsFile));
  const lengths = bytes && parseJsonLine(bytes.toString("utf8"));
  // Of an older version, or gone with all the rest: then the link leads nowhere.
  if (!isRecord(lengths)) return linkedName(current) === undefined || existsSync(current);
  if (lastCompilation({ cache }) === undefined) return false;
  return Object.entries(lengths).every(
    ([name, length]) => statSync(join(current, name), { throwIfNoEntry: false })?.size === length,
  );
}

/** In a compilation: how long its files are, but for the index, which is written again when sessions begin in new folders. */
export function lengthsOf(contents: CacheFiles["contents"]): string {
  const lengths = [...contents].map(
    ([name, content]) => [name, Buffer.byteLength(content)] as const,
  );
  return JSON.stringify(Object.fromEntries(lengths.filter(([name]) => name !== "index.json")));
}

export const lengthsFile = "lengths.json";

/** The last part of where a link leads to. */
export function linkedName(link: string): string | undefined {
  try {
    return basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}

/**
 * The files of a compilation that are not in its folder as they were written: gone, cut off or changed; and
 * prefilters that are there beside them.
 */
export function damagedFiles(
  folder: string,
  { contents }: Pick<CacheFiles, "contents">,
): readonly string[] {
  const differing = [...contents].flatMap(([name, content]) => {
    const found = bytesOf(join(folder, name));
    return found !== undefined && isSame(found, content) ? [] : [name];
  });
  const prefilters = namesIn(join(folder, "prefilter")).map((name) => `prefilter/${name}`);
  return [...differing, ...prefilters.filter((name) => !contents.has(name))];
}

function isSame(found: Buffer, content: string | Uint8Array): boolean {
  if (found.equals(Buffer.from(content))) return true;
  if (typeof content !== "string" || !content.startsWith("{")) return false;
  return isDeepStrictEqual(lasting(found.toString("utf8")), lasting(content));
}

/** Without what may differ between two compilations of the same: when it was made, and where sessions have begun. */
function lasting(text: string): JsonRecord | undefined {
  const value = parseJsonLine(text);
  return isRecord(value) ? { ...value, generatedAt: null, projects: null } : undefined;
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Knows the lessons that once used up the hook's time: it leaves them out until the next compilation. */
export function slowLessons({
  cache,
}: Pick<Paths, "cache">): (lesson: Pick<ReadyLesson, "id">) => boolean {
  const names = new Set(namesIn(join(cache, "current", slowFolder)));
  return ({ id }) => names.has(safeName(id));
}
