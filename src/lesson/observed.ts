import type { Instant, LessonId } from "./record/lesson.ts";
import {
  observedKinds,
  promotionCount,
  thresholds,
  type ObservedKind,
} from "./score/repetition.ts";
import { queryAll, type Database } from "../platform/database/database.ts";

/** How far an observation of learning has come. */
export interface Observed {
  readonly count: number;
  readonly countNeeded: number;
  /** Whole days from the first sighting to the last. */
  readonly days: number;
  readonly daysNeeded: number;
  /** Whether a model has called its words specific, actionable and of the right scope. */
  readonly isGood: boolean;
  /** Seen often enough, for long enough, in good words. Otherwise it is still observed. */
  readonly isReady: boolean;
}

/** Of these lessons those that learning found. */
export function observedOf(
  database: Database,
  ids: readonly LessonId[],
): ReadonlyMap<LessonId, Observed> {
  const rows = queryAll<ObservedRow>(
    database,
    `SELECT lessons.id, kind, status, quality_ok AS quality, coalesce(sum(evidence.occurrences), 0) AS count,
            min(coalesce(evidence.first_seen_at, evidence.seen_at)) AS firstSeenAt, max(evidence.seen_at) AS lastSeenAt
     FROM observations JOIN lessons ON lessons.number = observations.lesson
     LEFT JOIN evidence ON evidence.lesson = lessons.number
     WHERE lessons.id IN (SELECT value FROM json_each(?)) GROUP BY lessons.number`,
    JSON.stringify(ids),
  );
  return new Map(
    rows.flatMap(({ id, kind, status, quality, count, firstSeenAt, lastSeenAt }) => {
      const observed = observedKinds.find((each) => each === kind);
      if (observed === undefined) return [];
      const days = wholeDays(firstSeenAt, lastSeenAt);
      const facts = { count, days, isGood: quality === 1, isReady: status !== "candidate" };
      return [[id, { ...facts, ...neededFor(observed) }] as const];
    }),
  );
}

interface ObservedRow {
  readonly id: LessonId;
  readonly kind: string;
  readonly status: string;
  readonly quality: number;
  readonly count: number;
  readonly firstSeenAt: Instant | null;
  readonly lastSeenAt: Instant | null;
}

/** What it takes. The count is the one that really promotes. */
export function neededFor(kind: ObservedKind): Pick<Observed, "countNeeded" | "daysNeeded"> {
  return { countNeeded: promotionCount(kind), daysNeeded: thresholds[kind].spreadDays };
}

export function wholeDays(first: Instant | null, last: Instant | null): number {
  if (first === null || last === null) return 0;
  return Math.floor((Date.parse(last) - Date.parse(first)) / dayMs);
}

const dayMs = 86_400_000;

/** `ready: seen 5 times (3 needed) on 9 days (5 needed), quality good` */
export function observedWords(observed: Observed): string {
  const { count, countNeeded, days, daysNeeded, isGood, isReady } = observed;
  const seen = `seen ${counted(count, "time")} (${countNeeded} needed)`;
  const spread = daysNeeded === 0 ? "" : ` on ${counted(days, "day")} (${daysNeeded} needed)`;
  const quality = isGood ? "quality good" : "quality too vague so far";
  return `${isReady ? "ready" : "still observing"}: ${seen}${spread}, ${quality}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
