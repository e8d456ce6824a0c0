import { createHash } from "node:crypto";
import type { Instant } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { prefilterLines } from "../../match/prefilter/grep-lines.ts";
import { type Demand, demandOf, demandOfFailure } from "../../match/prefilter/prefilter.ts";
import { requiredHeads } from "../../match/prefilter/required-heads.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import { resultBucket } from "../hint/result-bucket.ts";
import { resultFilters } from "../hint/result-filters.ts";
import { byImportance } from "../init/tool-skills.ts";
import {
  type BucketSlices,
  type CacheIndex,
  cacheVersion,
  type DeliveryConfig,
  type ScopeSlices,
  type Slice,
} from "./cache-index.ts";

/** What a compilation is made of. */
export interface CacheInput {
  readonly lessons: readonly ReadyLesson[];
  readonly config: DeliveryConfig;
  readonly waiting: number;
  readonly projects: CacheIndex["projects"];
  readonly skills: CacheIndex["skills"];
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
  const { lessons, config, waiting, projects, skills } = input;
  const { scopes, bytes } = sliceLessons(lessons);
  const contents = new Map<string, string | Uint8Array>([["lessons.bin", bytes]]);
  const prefilters: BucketPrefilter[] = [];
  const blunt = new Map<string, ToolBucket[]>();
  for (const [name, text] of resultFilters(lessons)) contents.set(name, text);
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
    contents.set(`prefilter/${bucket}`, `${lines.join("\n")}\n`);
    const ofLessons = demands.map(({ lesson, expressions }) => ({
      id: lesson.id,
      scope: lesson.scope,
      expressions,
    }));
    // With more than these, a session's own filter takes longer to write than it spares.
    if (demands.length <= mostNarrowed) {
      contents.set(`expressions/${bucket}.json`, JSON.stringify(ofLessons));
    }
    prefilters.push({ bucket, lessons: demands.length, lines: lines.length });
  }
  const core = { config, waiting, scopes, skills };
  // Without the projects: a session in a new folder is no reason to compile.
  const generation = digestOf(JSON.stringify([cacheVersion, core]), ...contents.values());
  const index: CacheIndex = {
    type: "lessons-index",
    version: cacheVersion,
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

/**
 * The lessons cut into what a call needs: by scope, by tool bucket and, for shell lines, by the program
 * that a pattern can only match. A lesson stands in every slice where it may be looked for.
 */
export function sliceLessons(lessons: readonly ReadyLesson[]) {
  const binder = new Binder();
  const scopes: Record<string, ScopeSlices> = {};
  for (const [scope, members] of Map.groupBy(lessons, (lesson) => lesson.scope)) {
    const buckets: Record<string, BucketSlices> = {};
    for (const bucket of toolBuckets) {
      const add = (key: string, demand: (lesson: ReadyLesson, bucket: ToolBucket) => Demand) => {
        const concerned = members.filter((each) => demand(each, bucket).expressions.length > 0);
        if (concerned.length > 0) buckets[key] = sliceBucket(concerned, bucket, binder);
      };
      add(bucket, demandOf);
      add(resultBucket(bucket), demandOfFailure);
    }
    const atStart = members.filter(isForStart).toSorted(byImportance);
    scopes[scope] = { start: atStart.length === 0 ? undefined : binder.add(atStart), buckets };
  }
  return { scopes, bytes: binder.bytes() };
}

function sliceBucket(
  lessons: readonly ReadyLesson[],
  bucket: ToolBucket,
  binder: Binder,
): BucketSlices {
  const anywhere: ReadyLesson[] = [];
  const headsOf = new Map<ReadyLesson, readonly string[]>();
  for (const lesson of lessons) {
    const isByMessage = (lesson.messagePatterns ?? []).length > 0;
    const heads =
      bucket === "bash" && !isByMessage ? requiredHeads(lesson.commandPatterns) : undefined;
    if (heads === undefined) anywhere.push(lesson);
    else headsOf.set(lesson, heads);
  }
  const isVeryMany = new Set([...headsOf.values()].flat()).size > mostPrograms;
  const byProgram = new Map<string, Set<ReadyLesson>>();
  for (const [lesson, heads] of headsOf) {
    for (const head of heads) {
      const key = isVeryMany ? head.slice(0, fewLetters) : head;
      byProgram.set(key, (byProgram.get(key) ?? new Set()).add(lesson));
    }
  }
  const programs = [...byProgram].map(
    ([head, members]) => [head, binder.add([...members])] as const,
  );
  return {
    any: anywhere.length === 0 ? undefined : binder.add(anywhere),
    programs: programs.length === 0 ? undefined : Object.fromEntries(programs),
    letters: isVeryMany ? fewLetters : undefined,
  };
}

const mostPrograms = 500;
const fewLetters = 3;

function isForStart({ injectOn, priority }: ReadyLesson): boolean {
  return (
    injectOn.includes("SessionStart") ||
    injectOn.includes("SubagentStart") ||
    levelOf(priority) === "CRITICAL"
  );
}

/** Writes slices one behind the other and says where each of them stands. */
class Binder {
  readonly #parts: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #length = 0;

  add(lessons: readonly ReadyLesson[]): Slice {
    const part = this.#encoder.encode(JSON.stringify(lessons));
    const slice: Slice = [this.#length, part.length];
    this.#parts.push(part);
    this.#length += part.length;
    return slice;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}
