import { createHash } from "node:crypto";
import type { Instant } from "../../lesson/record/lesson.ts";
import { familiesOf } from "../../match/prefilter/families.ts";
import {
  linesAsFile,
  prefilterLines,
  sharperLines,
  sharperName,
} from "../../match/prefilter/grep-lines.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import { resultFilters } from "../hint/result-filters.ts";
import type { CardLines } from "../card/start-plan.ts";
import {
  type CacheIndex,
  cacheVersion,
  countsFile,
  cardFile,
  type DeliveryConfig,
  indexVersion,
} from "./cache-index.ts";
import { sliceLessons } from "./slice-lessons.ts";

/** What a compilation is made of. */
export interface CacheInput {
  readonly lessons: readonly ReadyLesson[];
  /** What failed calls are looked at for, beside the lessons. */
  readonly watches?: readonly ReadyLesson[];
  readonly config: DeliveryConfig;
  readonly waiting: number;
  readonly newCandidates: number;
  readonly projects: CacheIndex["projects"];
  readonly skills: CacheIndex["skills"];
  readonly projectSkills?: CacheIndex["projectSkills"];
  readonly card?: CardLines;
  readonly trial?: CacheIndex["trial"];
}

export interface CacheFiles {
  /** A digest of what is in them: the same input gives the same generation. */
  readonly generation: string;
  readonly contents: ReadonlyMap<string, string | Uint8Array>;
  readonly prefilters: readonly BucketPrefilter[];
  /** Lessons that start Node at every call of their tools, because nothing else in a payload tells them apart. */
  readonly blunt: readonly { readonly slug: string; readonly buckets: readonly ToolBucket[] }[];
}

export interface BucketPrefilter {
  readonly bucket: ToolBucket;
  readonly lessons: number;
  readonly lines: number;
}

/** All files of one compilation, by their path below its folder. */
export function cacheFiles(input: CacheInput, generatedAt: Instant): CacheFiles {
  const { lessons, watches = [], config, waiting, newCandidates, projects, skills } = input;
  const { projectSkills = {} } = input;
  const { scopes, bytes } = sliceLessons([...lessons, ...watches]);
  const contents = new Map<string, string | Uint8Array>([["lessons.bin", bytes]]);
  const prefilters: BucketPrefilter[] = [];
  const blunt = new Map<string, ToolBucket[]>();
  for (const [name, text] of resultFilters([...lessons, ...watches])) contents.set(name, text);
  for (const bucket of toolBuckets) {
    const demands = lessons.flatMap((lesson) => {
      const demand = demandOf(lesson, bucket);
      return demand.expressions.length === 0 ? [] : [{ lesson, ...demand }];
    });
    // Without a file the launcher ends at once.
    if (demands.length === 0) continue;
    for (const { lesson, isBlunt } of demands) {
      if (isBlunt) blunt.set(lesson.slug, [...(blunt.get(lesson.slug) ?? []), bucket]);
    }
    const lines = prefilterLines(demands.flatMap(({ expressions }) => expressions));
    contents.set(`prefilter/${bucket}`, linesAsFile(lines));
    const sharper = sharperLines(demands.flatMap((demand) => demand.sharper));
    if (sharper !== undefined)
      contents.set(`prefilter/${sharperName(bucket)}`, linesAsFile(sharper));
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
      contents.set(`expressions/${bucket}.json`, JSON.stringify(familiesOf(ofLessons)));
    }
    prefilters.push({ bucket, lessons: demands.length, lines: lines.length });
  }
  const counts = { byScope: countByScope(lessons), waiting, newCandidates };
  contents.set(countsFile, JSON.stringify(counts));
  // Read at the start of a session alone, so it does not stand in the index.
  const { card = {} } = input;
  if (Object.keys(card).length > 0) contents.set(cardFile, JSON.stringify(card));
  const core = { config, waiting, counts, scopes, skills, projectSkills, trial: input.trial };
  // Without the projects: a session in a new folder is no reason to compile.
  const generation = digestOf(JSON.stringify([indexVersion, core]), ...contents.values());
  const index: CacheIndex = {
    type: "lessons-index",
    version: indexVersion,
    generation,
    generatedAt,
    ...core,
    projects,
  };
  contents.set("index.json", JSON.stringify(index));
  contents.set("lesson-cache.json", lessonCache(input, generatedAt));
  return {
    generation,
    contents,
    prefilters,
    blunt: [...blunt].map(([slug, buckets]) => ({ slug, buckets })),
  };
}

const mostNarrowed = 300;

function countByScope(lessons: readonly ReadyLesson[]): Readonly<Record<string, number>> {
  const members = Map.groupBy(lessons, ({ scope }) => scope);
  return Object.fromEntries([...members].map(([scope, { length }]) => [scope, length]));
}

/** Everything in one file, for people and for programs other than the hook. */
function lessonCache({ lessons, config }: CacheInput, generatedAt: Instant): string {
  const entries = lessons.map(({ id, ...lesson }) => [id, lesson] as const);
  const cache = {
    $schema: "../schemas/lesson-cache.schema.json",
    type: "lessons-cache",
    version: cacheVersion,
    generatedAt,
    config,
    lessons: Object.fromEntries(entries),
  };
  return `${JSON.stringify(cache, null, 2)}\n`;
}

function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 20);
}
