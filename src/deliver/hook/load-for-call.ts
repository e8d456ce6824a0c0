import { lookUp } from "../../match/lookup/lookup-table.ts";
import { spokenTexts, textsIn, type Moment } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { type OpenCache, scopesOf, withLessons } from "./load.ts";

/** Stage 2: the few lessons that can concern this call, of all scopes that hold here. */
export function loadForCall(
  cache: OpenCache,
  place: CallPlace,
  project: string | undefined,
  { bucket = bucketOf(place.call.tool), isTellingOnly = false }: LoadOptions = {},
): readonly ReadyLesson[] {
  const found = scopesOf(cache.index, project).flatMap(({ buckets }) => buckets[bucket] ?? []);
  if (found.length === 0) return [];
  const texts = { ...textsIn(place), talk: () => spokenTexts(place) };
  return withLessons(cache, (read) => {
    const looked = found.flatMap(({ tables = {} }) =>
      fields.flatMap((field) => {
        const table = tables[field];
        return table === undefined
          ? []
          : [...lookUp(wordsOf(read(table)), texts[field]()).values()];
      }),
    );
    if (isTellingOnly) return looked;
    // What is known to have the words of the call comes before what may concern any call.
    return [...looked, ...found.flatMap(({ any }) => (any === undefined ? [] : [any]))];
  });
}

interface LoadOptions {
  readonly bucket?: string;
  /** Only those that are known to have words of the call. */
  readonly isTellingOnly?: boolean;
}

/** Whether there are others, too: those that may concern any call. There may be very many. */
export function hasBlunt(cache: OpenCache, tool: string, project: string | undefined): boolean {
  return scopesOf(cache.index, project).some(
    ({ buckets }) => buckets[bucketOf(tool)]?.any !== undefined,
  );
}

/** What was said is asked for last, and only where a lesson asks for words. */
interface CallPlace extends Pick<Moment, "call" | "projectRoot" | "workingDirectory"> {
  readonly recentMessages: readonly string[];
}

const fields = ["command", "path", "content", "talk"] as const;

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
