import type { Lesson } from "./record/lesson.ts";
import type { NeedCounts, NeedKind } from "./record/needs.ts";
import { countMaybe, countWithStatus } from "./table/list.ts";
import { openMarks, readMarksBeside } from "./upkeep-marks.ts";
import { queryOne, type Database } from "../platform/database/database.ts";

/** What of the store needs a person. Warnings of gates are of a project, and come on top where one is known. */
export interface StoreNeeds {
  readonly counts: NeedCounts;
  /** Lessons in use that somebody should look at, each once, with all the reasons. */
  readonly lessons: readonly NeedyLesson[];
}

export interface NeedyLesson extends Pick<Lesson, "id" | "slug" | "summary"> {
  readonly kind: Extract<NeedKind, "doubtful" | "unchecked" | "stale">;
  readonly why: readonly string[];
}

/**
 * The one answer for the dashboard, the status line and the start of a session. Candidates are those of the first list: what is
 * only a maybe, or still observed, is no homework. Lessons in use are here by the last look of upkeep.
 */
export function storeNeeds(database: Database): StoreNeeds {
  const learned = countReadyObservations(database);
  const candidates =
    countWithStatus(database, "candidate") -
    countMaybe(database) +
    countWithStatus(database, "reviewed") -
    learned;
  const lessons = needyLessons(database);
  const countOf = (wanted: NeedyLesson["kind"]) =>
    lessons.filter(({ kind }) => kind === wanted).length;
  return {
    counts: {
      candidates,
      learned,
      doubtful: countOf("doubtful"),
      unchecked: countOf("unchecked"),
      stale: countOf("stale"),
    },
    lessons,
  };
}

function countReadyObservations(database: Database): number {
  const row = queryOne<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM lessons JOIN observations ON observations.lesson = lessons.number
     WHERE status = 'reviewed'`,
  );
  return row?.count ?? 0;
}

function needyLessons(database: Database): readonly NeedyLesson[] {
  const found = readMarksBeside(database);
  if (found === undefined) return [];
  const marksOf = Map.groupBy(found.marks, ({ lesson }) => lesson);
  // What waits for a decision is counted as that.
  const inUse = openMarks(database, found).filter(({ status }) => status === "active");
  return inUse.map(({ id, slug, summary }) => {
    const marks = marksOf.get(id) ?? [];
    const why = marks.map(({ because }) => because);
    return { id, slug, summary, kind: kindOf(marks.map(({ rule }) => rule)), why };
  });
}

function kindOf(rules: readonly (string | undefined)[]): NeedyLesson["kind"] {
  if (rules.includes("doubtful")) return "doubtful";
  return rules.includes("unchecked-critical") ? "unchecked" : "stale";
}
