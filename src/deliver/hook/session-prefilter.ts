import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Looks } from "../../match/prefilter/families.ts";
import { linesAsFile } from "../../match/prefilter/grep-lines.ts";
import type { ToolBucket } from "../../match/tool-bucket.ts";
import { safeName } from "../../platform/files/names.ts";
import {
  type ListedFamily,
  looksOfLeft,
  narrowingNames,
  sharperFolder,
} from "../compile/narrowing.ts";
import type { OpenCache } from "./load.ts";

/**
 * Narrows a bucket's prefilter for one session to what may still be delivered in it: most sessions repeat
 * the same few commands, and every call that the launcher can end by itself is one that nobody waits for.
 * It lies in the folder of the compilation, so that a new one does not find an old filter.
 */
export function narrowPrefilter(
  { folder }: OpenCache,
  sessionId: string,
  bucket: ToolBucket,
  { isHere, delivered, isRepeated }: NarrowedTo,
): void {
  // Where it takes longer, it is worth it when a call has come in vain, and not at the one that waits for its lesson.
  const families = familiesIn(folder, bucket, isRepeated ? Infinity : quicklyRead);
  if (families === undefined) return;
  const before = delivered();
  const place = sessionPlace(folder, sessionId);
  const sharper = `${place}/${sharperFolder(bucket)}`;
  const hasSecondLook = existsSync(`${folder}/${sharperFolder(bucket)}`);
  mkdirSync(hasSecondLook ? sharper : place, { recursive: true, mode: 0o700 });
  const first = new Set<string>();
  for (const family of families) {
    const left = family.lessons.filter(
      (lesson) => isHere(lesson) && (lesson.isLasting === true || !before.has(lesson.id)),
    );
    const isWhole = left.length === family.lessons.length;
    const looks: Looks = isWhole ? family : looksOfLeft(family, left, readAsking);
    for (const line of looks.first) first.add(line);
    // What is not of this project may stay in it: the first look ends its calls.
    const isTold = !isWhole && family.lessons.some(({ id }) => before.has(id));
    if (hasSecondLook && isTold) write(`${sharper}/${family.name}`, looks.second ?? looks.first);
  }
  write(`${place}/${bucket}`, [...first]);
  // A compaction takes claims back and then the filters. One in between has not found these.
  const after = delivered();
  if ([...before].some((id) => !after.has(id))) rmSync(place, { recursive: true, force: true });

  function write(file: string, lines: readonly string[]): void {
    const scratch = `${place}/.${bucket}.${process.pid}`;
    writeFileSync(scratch, linesAsFile(lines), { mode: 0o600 });
    renameSync(scratch, file);
  }

  function readAsking([byte, length]: ListedFamily["at"]): string {
    const file = openSync(`${folder}/${narrowingNames(bucket).asking}`, "r");
    try {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, byte);
      return bytes.toString("utf8");
    } finally {
      closeSync(file);
    }
  }
}

interface NarrowedTo {
  /** Whether a lesson may concern this session at all. */
  readonly isHere: (lesson: { readonly scope: string }) => boolean;
  /** The call started us although all that concerns it was delivered before. */
  readonly isRepeated: boolean;
  /** The lessons that the session has got, as of now. */
  readonly delivered: () => ReadonlySet<string>;
}

/** Everything may be delivered again. */
export function widenPrefilters(cacheFolder: string, sessionId: string): void {
  const place = sessionPlace(cacheFolder, sessionId);
  // Mostly there is nothing, and looking is much faster than taking away.
  if (existsSync(place)) rmSync(place, { recursive: true, force: true });
}

function sessionPlace(cacheFolder: string, sessionId: string): string {
  return `${cacheFolder}/sessions/${safeName(sessionId)}`;
}

/** In bytes: about sixty lessons. */
const quicklyRead = 16_384;

/** Undefined without a list, and where it is longer than that. */
function familiesIn(
  folder: string,
  bucket: ToolBucket,
  mostBytes: number,
): readonly ListedFamily[] | undefined {
  const file = `${folder}/${narrowingNames(bucket).list}`;
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > mostBytes) return undefined;
  return JSON.parse(readFileSync(file, "utf8")) as ListedFamily[];
}
