import type { BucketSlices, ScopeSlices, Slice } from "./cache-index.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import { requiredHeads } from "../../match/prefilter/program.ts";
import { toolBuckets, type ToolBucket } from "../../match/tool-bucket.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";

export interface SlicedLessons {
  readonly scopes: Readonly<Record<string, ScopeSlices>>;
  /** All slices, one behind the other. */
  readonly bytes: Uint8Array;
}

/**
 * The lessons cut into what a call needs: by scope, by tool bucket and, for shell lines, by the program
 * that a pattern can only match. A lesson stands in every slice where it may be looked for.
 */
export function sliceLessons(lessons: readonly ReadyLesson[]): SlicedLessons {
  const binder = new Binder();
  const scopes: Record<string, ScopeSlices> = {};
  for (const [scope, members] of Map.groupBy(lessons, (lesson) => lesson.scope)) {
    const buckets: Record<string, BucketSlices> = {};
    for (const bucket of toolBuckets) {
      const concerned = members.filter((lesson) => demandOf(lesson, bucket).expressions.length > 0);
      if (concerned.length > 0) buckets[bucket] = sliceBucket(concerned, bucket, binder);
    }
    const atStart = members.filter(isForStart).toSorted(byImportance);
    scopes[scope] = {
      ...(atStart.length === 0 ? {} : { start: binder.add(atStart) }),
      buckets,
    };
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
    const heads = bucket === "bash" ? requiredHeads(lesson.commandPatterns) : undefined;
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
    ...(anywhere.length === 0 ? {} : { any: binder.add(anywhere) }),
    ...(programs.length === 0 ? {} : { programs: Object.fromEntries(programs) }),
    ...(isVeryMany ? { letters: fewLetters } : {}),
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

function byImportance(one: ReadyLesson, other: ReadyLesson): number {
  return (
    other.priority - one.priority ||
    other.confidence - one.confidence ||
    (one.slug < other.slug ? -1 : 1)
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
