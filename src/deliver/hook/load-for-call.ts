import { mayHaveEdges } from "../../match/lookup/edges.ts";
import { lookUp } from "../../match/lookup/lookup-table.ts";
import { spokenTexts, textsIn, type Moment } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { pathForms } from "../../match/paths.ts";
import { ownWords } from "../../match/pattern/around.ts";
import { type Crowd, crowdMark, type Slice } from "../compile/cache-index.ts";
import { LessonFile, type OpenCache, readingsOf, scopesOf, withoutSlow } from "./load.ts";

/**
 * Stage 2: the few lessons that can concern this call, of all scopes that hold here, some at a time. First those that are known to
 * have words of it, then those that may concern any call. Of either there may be very many, so the more important ones come first.
 */
export function lessonsForCall(
  cache: OpenCache,
  place: CallPlace,
  project: string | undefined,
  bucket: string = bucketOf(place.call.tool),
): readonly (() => readonly ReadyLesson[])[] {
  const found = scopesOf(cache.index, project).flatMap(({ buckets }) => buckets[bucket] ?? []);
  const file = new LessonFile(cache);
  const texts = { ...textsIn(place), talk: () => spokenTexts(place) };
  const telling = found.flatMap(({ tables = {} }) =>
    fields.flatMap((field) => {
      const table = tables[field];
      return table === undefined
        ? []
        : [...lookUp(wordsOf(file.read(table)), texts[field]()).values()];
    }),
  );
  const blunt = found.flatMap(({ any = [] }) => any);
  const apart = (slices: readonly Slice[]) => slices.flatMap((slice) => outOfCrowd(slice));
  return [...readingsOf(apart(telling)), ...readingsOf(apart(blunt))].map(
    (reading) => () => withoutSlow(cache, file.lessonsAt(reading)),
  );

  /** Of a crowd those that a text of the call may be about, by its edges, in the folder that the agent works in. */
  function outOfCrowd([byte, length]: Slice): readonly Slice[] {
    if (length < crowdMark) return [[byte, length]];
    const bytes = file.read([byte, length - crowdMark]);
    const { field, beginning, members } = JSON.parse(bytes.toString("utf8")) as Crowd;
    const from = beginning.length;
    const begun = texts[field]()
      .map(ownWords)
      .filter((text) => mayHaveEdges({ starts: beginning, ends: [] }, text));
    const { workingDirectory } = place;
    const here = workingDirectory === undefined ? [] : pathForms(workingDirectory, place);
    const left: Slice[] = [];
    for (const [at, size, starts, ends, folders] of members) {
      const isElsewhere =
        folders !== undefined && !folders.some((name) => here.some((path) => path.includes(name)));
      if (!isElsewhere && begun.some((text) => mayHaveEdges({ starts, ends }, text, from)))
        left.push([at, size]);
    }
    return left;
  }
}

/** What was said is asked for last, and only where a lesson asks for words. */
interface CallPlace extends Pick<Moment, "call" | "projectRoot" | "workingDirectory"> {
  readonly recentMessages: readonly string[];
}

const fields = ["command", "path", "content", "talk"] as const;

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
