import { lookUp } from "../../match/lookup/lookup-table.ts";
import { foldedMessages, textsIn, type Moment } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { type OpenCache, scopesOf, withLessons } from "./load.ts";

/** Stage 2: the few lessons that can concern this call, of all scopes that hold here. */
export function loadForCall(
  cache: OpenCache,
  place: CallPlace,
  project: string | undefined,
  bucket: string = bucketOf(place.call.tool),
): readonly ReadyLesson[] {
  const found = scopesOf(cache.index, project).flatMap(({ buckets }) => buckets[bucket] ?? []);
  if (found.length === 0) return [];
  const texts = { ...textsIn(place), talk: () => foldedMessages(place.recentMessages) };
  return withLessons(cache, (read) => {
    const looked = found.flatMap(({ tables = {} }) =>
      fields.flatMap((field) => {
        const table = tables[field];
        return table === undefined
          ? []
          : [...lookUp(wordsOf(read(table)), texts[field]()).values()];
      }),
    );
    // What is known to have the words of the call comes before what may concern any call.
    return [...looked, ...found.flatMap(({ any }) => (any === undefined ? [] : [any]))];
  });
}

/** What was said is asked for last, and only where a lesson asks for words. */
interface CallPlace extends Pick<Moment, "call" | "projectRoot" | "workingDirectory"> {
  readonly recentMessages: readonly string[];
}

const fields = ["command", "path", "content", "talk"] as const;

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
