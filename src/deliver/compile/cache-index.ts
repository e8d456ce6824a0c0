import type * as z from "zod";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { NeedCounts } from "../../lesson/record/needs.ts";
import type { Edges } from "../../match/lookup/edges.ts";
import type { Field } from "../../match/prefilter/atom.ts";
import type { CompiledTrial } from "../trial/assignment.ts";
import type { cacheSchema } from "./cache-schema.ts";

/**
 * What the hook reads first: where in `lessons.bin` the few lessons stand that can concern a call. It never
 * reads them all. Beside it lie the slices, the prefilters and `lesson-cache.json` for everybody else.
 */
export interface CacheIndex {
  readonly type: "lessons-index";
  readonly version: typeof indexVersion;
  /** The name of the folder that all files of one compilation share. */
  readonly generation: string;
  readonly generatedAt: Instant;
  readonly config: DeliveryConfig;
  readonly counts: CacheCounts;
  /** Known folders of projects → `project:<id>`, for sessions whose start we did not see. */
  readonly projects: Readonly<Record<string, string>>;
  /** By scope, then by tool bucket. */
  readonly scopes: Readonly<Record<string, ScopeSlices>>;
  /** Tools with a skill of their own: how many lessons it holds, and where it is. */
  readonly skills: Readonly<Record<string, ToolSkill>>;
  /** The same by project, where its own lessons are in it. */
  readonly projectSkills: Readonly<Record<string, Readonly<Record<string, ToolSkill>>>>;
  /** Absent unless one runs. */
  readonly trial?: CompiledTrial | undefined;
}

interface ToolSkill {
  readonly lessons: number;
  readonly path: string;
}

/** The skills that hold in a project. */
export function skillsIn(
  { skills, projectSkills }: Pick<CacheIndex, "skills" | "projectSkills">,
  project: string | undefined,
): CacheIndex["skills"] {
  return { ...skills, ...projectSkills[project ?? ""] };
}

/** What the person is told about all of it. Also a file of its own: a status line reads nothing else of a compilation. */
export interface CacheCounts {
  /** Active lessons by scope. */
  readonly byScope: Readonly<Record<string, number>>;
  /** What needs the person, in all projects. */
  readonly needs: NeedCounts;
  /** Of the candidates, the ones that came after a person last decided about any. */
  readonly newCandidates: number;
}

export const countsFile = "counts.json";

/** Of what the hook reads: the index, `lessons.bin`, the prefilters. */
export const indexVersion = 6;
/** Of `lesson-cache.json`. */
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

/** A call of `git` does not load the lessons about `npm`, and an edit not those about other files. */
export interface BucketSlices {
  /** Lessons that may concern any call, some at a time, the most important first. */
  readonly any?: readonly Slice[] | undefined;
  /** The others, by what must be there: tables of `src/match/lookup`. */
  readonly tables?: Partial<Readonly<Record<LookedUp, Slice>>> | undefined;
}

/** What letters are looked up in: the command, the path or the content of a call, or what was said before it. */
export type LookedUp = Field | "talk";

/** At this place of `lessons.bin`: a JSON array of ready lessons, a table, or a crowd, whose length has its mark on top. */
export type Slice = readonly [byte: number, length: number];

/** Very many lessons that the same letters lead to, or none: what tells them apart without an expression. */
export interface Crowd {
  /** What their patterns are about. */
  readonly field: "command" | "path";
  /** How all of them begin. */
  readonly beginning: Edges["starts"];
  readonly members: readonly CrowdMember[];
}

/** Where a lesson stands, with the edges of one of its patterns behind that beginning. */
export type CrowdMember = readonly [
  byte: number,
  length: number,
  starts: Edges["starts"],
  ends: Edges["ends"],
  /** One of these texts is in the folder that the agent works in. */
  folders?: readonly string[],
];

export const crowdMark = 2 ** 31;
