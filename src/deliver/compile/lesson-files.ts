import { familiesOf, secondLook } from "../../match/prefilter/families.ts";
import { linesAsFile, prefilterLines } from "../../match/prefilter/grep-lines.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { anyTool, type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import { resultBucket } from "../hint/result-bucket.ts";
import { resultFilters } from "../hint/result-filters.ts";
import type { ScopeSlices } from "./cache-index.ts";
import { knownDemand } from "./known-demand.ts";
import { narrowingFiles, sharperFolder } from "./narrowing.ts";
import { withProof } from "./proof.ts";
import { sliceLessons } from "./slice-lessons.ts";

/** What is delivered. */
export interface Delivered {
  readonly lessons: readonly ReadyLesson[];
  /** What failed calls are looked at for, beside the lessons. */
  readonly watches?: readonly ReadyLesson[];
}

/** The part of a compilation that follows from the lessons alone, and takes most of its time. */
export interface LessonFiles {
  /** By their path below its folder. */
  readonly contents: ReadonlyMap<string, string | Uint8Array>;
  readonly scopes: Readonly<Record<string, ScopeSlices>>;
  readonly prefilters: readonly BucketPrefilter[];
  /** Lessons that start Node at every call of their tools, because nothing else in a payload tells them apart. */
  readonly blunt: readonly { readonly slug: string; readonly buckets: readonly ToolBucket[] }[];
}

export interface BucketPrefilter {
  readonly bucket: ToolBucket;
  readonly lessons: number;
  readonly lines: number;
}

export function lessonFiles(delivered: Delivered): LessonFiles {
  const lessons = delivered.lessons.map(withProof);
  const watches = (delivered.watches ?? []).map(withProof);
  const { scopes, bytes } = sliceLessons([...lessons, ...watches]);
  const contents = new Map<string, string | Uint8Array>([["lessons.bin", bytes]]);
  const prefilters: BucketPrefilter[] = [];
  const blunt = new Map<string, ToolBucket[]>();
  for (const [name, text] of resultFilters([...lessons, ...watches])) contents.set(name, text);
  for (const bucket of toolBuckets) {
    const demands = lessons.flatMap((lesson) => {
      const demand = knownDemand(lesson, bucket);
      return demand.expressions.length === 0 ? [] : [{ lesson, ...demand }];
    });
    // Without a file the launcher ends at once.
    if (demands.length === 0) continue;
    for (const { lesson, isBlunt } of demands) {
      if (isBlunt) blunt.set(lesson.slug, [...(blunt.get(lesson.slug) ?? []), bucket]);
    }
    const lines = prefilterLines(demands.flatMap(({ expressions }) => expressions));
    contents.set(`prefilter/${bucket}`, linesAsFile(lines));
    const ofLessons = demands.map(({ lesson, expressions, sharper: asking }) => ({
      id: lesson.id,
      scope: lesson.scope,
      expressions,
      ...(asking === expressions ? {} : { sharper: asking }),
      // Told or not, it corrects the next such call.
      ...(lesson.delivery === "fix" ? { isLasting: true } : {}),
    }));
    // With more than these, a session's own filter takes longer to write than it spares.
    if (demands.length <= mostNarrowed) {
      const families = familiesOf(ofLessons);
      for (const [name, sharper] of secondLook(families) ?? [])
        contents.set(`${sharperFolder(bucket)}/${name}`, linesAsFile(sharper));
      for (const [name, text] of narrowingFiles(bucket, families)) contents.set(name, text);
    }
    prefilters.push({ bucket, lessons: demands.length, lines: lines.length });
  }
  for (const name of [(bucket: ToolBucket | typeof anyTool) => bucket, resultBucket]) {
    const texts = toolBuckets.flatMap((bucket) => contents.get(`prefilter/${name(bucket)}`) ?? []);
    const lines = new Set(texts.flatMap((text) => String(text).split("\n").slice(0, -1)));
    if (lines.size > 0) contents.set(`prefilter/${name(anyTool)}`, linesAsFile([...lines]));
  }
  return {
    contents,
    scopes,
    prefilters,
    blunt: [...blunt].map(([slug, buckets]) => ({ slug, buckets })),
  };
}

const mostNarrowed = 300;
