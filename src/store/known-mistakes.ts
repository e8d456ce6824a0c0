import type { LessonId } from "../core/lesson.ts";
import type { KnownMistake, SeenMistake } from "../core/mistake.ts";
import { queryAll, type Database } from "./database.ts";
import type { ReplayPeriod } from "./replay-calls.ts";

/** Gives a fresh store the logs of another and what was found in them in a period, without what was learned from it. */
export function copyEpisodes(
  from: Database,
  to: Database,
  { since = "", until = "~" }: ReplayPeriod,
): void {
  to.prepare("ATTACH DATABASE ? AS history").run(from.location() ?? "");
  try {
    to.exec("INSERT INTO logs SELECT * FROM history.logs");
    to.prepare(
      `INSERT INTO episodes(number, log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key,
         is_copy, is_open, details)
       SELECT number, log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key,
         is_copy, is_open, details FROM history.episodes WHERE seen_at >= ? AND seen_at < ?`,
    ).run(since, until);
  } finally {
    to.exec("DETACH DATABASE history");
  }
}

/** The calls since then that failed for a reason worth noting. One that ended a loop of them may be of several clusters. */
export function mistakesSince(database: Database, since: string): readonly SeenMistake[] {
  return queryAll(
    database,
    `SELECT DISTINCT log, line, cluster FROM episodes
     WHERE is_copy = 0 AND details ->> 'is' = 'failure' AND seen_at >= ?`,
    since,
  );
}

/** The mistakes that this store knows: in which sessions they were seen, and the lesson that they became. */
export function knownMistakes(database: Database): ReadonlyMap<string, KnownMistake> {
  const rows = queryAll<{ cluster: string; session: string; lesson: LessonId | null }>(
    database,
    `SELECT DISTINCT episodes.cluster, logs.agent || char(0) || logs.session_id AS session,
            lessons.id AS lesson
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster
     LEFT JOIN lessons ON lessons.number = clusters.lesson AND lessons.status = 'active'
     WHERE episodes.is_copy = 0`,
  );
  const byCluster = Map.groupBy(rows, ({ cluster }) => cluster);
  return new Map(
    [...byCluster].map(([cluster, found]) => [
      cluster,
      {
        sessions: new Set(found.map(({ session }) => session)),
        lesson: found[0]?.lesson ?? undefined,
      },
    ]),
  );
}
