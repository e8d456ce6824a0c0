import type * as z from "zod";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { cacheSchema } from "./cache-schema.ts";

/**
 * What the hook reads first: where in `lessons.bin` the few lessons stand that can concern a call. It never
 * reads them all. Beside it lie the slices, the prefilters and `lesson-cache.json` for everybody else.
 */
export interface CacheIndex {
  readonly type: "lessons-index";
  readonly version: typeof cacheVersion;
  /** The name of the folder that all files of one compilation share. */
  readonly generation: string;
  readonly generatedAt: Instant;
  readonly config: DeliveryConfig;
  /** Candidates that wait for review. */
  readonly waiting: number;
  /** Known folders of projects → `project:<id>`, for sessions whose start we did not see. */
  readonly projects: Readonly<Record<string, string>>;
  /** By scope, then by tool bucket. */
  readonly scopes: Readonly<Record<string, ScopeSlices>>;
  /** Tools with a skill of their own: how many lessons it holds, and where it is. */
  readonly skills: Readonly<Record<string, { readonly lessons: number; readonly path: string }>>;
}

export const cacheVersion = 1;

/** In a compilation: the lines of the session card, by scope. */
export const cardFile = "card.json";

/** Below a compilation: lessons that used up the hook's time. */
export const slowFolder = "slow";

/** The settings at that time: the hook does not read config.json. */
export type DeliveryConfig = Readonly<z.infer<typeof cacheSchema>["config"]>;

export interface ScopeSlices {
  /** Lessons for the start of a session or a subagent, ordered. */
  readonly start?: Slice | undefined;
  readonly buckets: Readonly<Record<string, BucketSlices>>;
}

/** Lessons that only concern some programs stand apart, so that a call of `git` does not load those of `npm`. */
export interface BucketSlices {
  readonly any?: Slice | undefined;
  readonly programs?: Readonly<Record<string, Slice>> | undefined;
  /** With very many programs only their first letters count, so that the index stays small. */
  readonly letters?: number | undefined;
}

/** A JSON array of ready lessons at this place of `lessons.bin`. */
export type Slice = readonly [byte: number, length: number];
