import type { Lesson } from "../record/lesson.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { lessonFromRow, type LessonRow } from "./lessons.ts";

/** A lesson that is in use, with how many sessions have seen it and when the last one did. */
export interface SeenLesson {
  readonly lesson: Lesson;
  readonly sessions: number;
  readonly lastSeenAt: string | null;
}

export function activeLessons(database: Database): readonly SeenLesson[] {
  const rows = queryAll<LessonRow & { seen_in: number; last_seen_at: string | null }>(
    database,
    `SELECT lessons.*, coalesce(seen_in, 0) AS seen_in, last_seen_at FROM lessons LEFT JOIN (
       SELECT lesson, max(seen_at) AS last_seen_at,
              count(DISTINCT CASE form WHEN 'sighting' THEN agent || char(0) || session_id END) + sum(sessions) AS seen_in
       FROM evidence GROUP BY lesson
     ) ON lesson = lessons.number
     WHERE status = 'active' ORDER BY id`,
  );
  return rows.map(({ seen_in: sessions, last_seen_at: lastSeenAt, ...row }) => ({
    lesson: lessonFromRow(row),
    sessions,
    lastSeenAt,
  }));
}
