import { createHash } from "node:crypto";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { NeedCounts } from "../../lesson/record/needs.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { CardLines } from "../card/start-plan.ts";
import {
  type CacheIndex,
  cacheVersion,
  countsFile,
  cardFile,
  type DeliveryConfig,
  indexVersion,
} from "./cache-index.ts";
import { type Delivered, type LessonFiles, lessonFiles } from "./lesson-files.ts";

/** What a compilation is made of. */
export interface CacheInput extends Delivered {
  readonly config: DeliveryConfig;
  readonly needs: NeedCounts;
  readonly newCandidates: number;
  readonly projects: CacheIndex["projects"];
  readonly skills: CacheIndex["skills"];
  readonly projectSkills?: CacheIndex["projectSkills"];
  readonly card?: CardLines;
  readonly trial?: CacheIndex["trial"];
}

export interface CacheFiles extends Omit<LessonFiles, "scopes"> {
  /** A digest of what is in them: the same input gives the same generation. */
  readonly generation: string;
}

/** All files of one compilation, by their path below its folder. */
export function cacheFiles(
  input: CacheInput,
  generatedAt: Instant,
  { scopes, contents: fromLessons, prefilters, blunt }: LessonFiles = lessonFiles(input),
): CacheFiles {
  const { lessons, config, needs, newCandidates, projects, skills, projectSkills = {} } = input;
  const contents = new Map(fromLessons);
  const counts = { byScope: countByScope(lessons), needs, newCandidates };
  contents.set(countsFile, JSON.stringify(counts));
  // Read at the start of a session alone, so it does not stand in the index.
  const { card = {} } = input;
  if (Object.keys(card).length > 0) contents.set(cardFile, JSON.stringify(card));
  const core = { config, counts, scopes, skills, projectSkills, trial: input.trial };
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
  contents.set("lesson-cache.json", lessonCache(lessons, config, generatedAt));
  return { generation, contents, prefilters, blunt };
}

function countByScope(lessons: readonly ReadyLesson[]): Readonly<Record<string, number>> {
  const members = Map.groupBy(lessons, ({ scope }) => scope);
  return Object.fromEntries([...members].map(([scope, { length }]) => [scope, length]));
}

/** Everything in one file, for people and for programs other than the hook. */
function lessonCache(
  lessons: readonly ReadyLesson[],
  config: DeliveryConfig,
  generatedAt: Instant,
): string {
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
