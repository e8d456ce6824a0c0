import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import {
  type Database,
  inTransaction,
  prepared,
  queryAll,
  queryOne,
} from "../../platform/database/database.ts";
import { type CompiledTrial, isWithheld } from "./assignment.ts";

/** A trial as it was begun. */
export interface Trial extends CompiledTrial {
  readonly lessons: readonly LessonId[];
  /** What else than plain advice may be withheld, because a person asked for it. */
  readonly included: readonly Protected[];
  readonly startedAt: Instant;
  /** Null while it runs. */
  readonly stoppedAt: Instant | null;
}

/** Lessons that a trial leaves alone unless somebody asks: going without them may do harm. */
export const protectedLessons = ["critical", "hold", "fix"] as const;
export type Protected = (typeof protectedLessons)[number];

/** The one that runs, or the last one that did. */
export function latestTrial(database: Database): Trial | undefined {
  return trialWhere(database, "TRUE ORDER BY stopped_at IS NULL DESC, number DESC LIMIT 1");
}

export function runningTrial(database: Database): Trial | undefined {
  return trialWhere(database, "stopped_at IS NULL");
}

function trialWhere(database: Database, where: string, ...values: string[]): Trial | undefined {
  const row = queryOne<StoredTrial>(
    database,
    `SELECT number, id, share, included, started_at AS startedAt, stopped_at AS stoppedAt FROM trials WHERE ${where}`,
    ...values,
  );
  if (row === undefined) return undefined;
  const { number, included, ...trial } = row;
  const members = queryAll<{ id: LessonId }>(
    database,
    "SELECT id FROM trial_lessons JOIN lessons ON lessons.number = lesson WHERE trial = ? ORDER BY id",
    number,
  );
  return {
    ...trial,
    included: JSON.parse(included) as readonly Protected[],
    lessons: members.map(({ id }) => id),
  };
}

interface StoredTrial extends Omit<Trial, "lessons" | "included"> {
  readonly number: number;
  readonly included: string;
}

/** The caller has made sure that none is running. */
export function insertTrial(database: Database, trial: Omit<Trial, "stoppedAt">): void {
  inTransaction(database, () => {
    prepared(
      database,
      "INSERT INTO trials(id, share, included, started_at) VALUES (:id, :share, :included, :startedAt)",
    ).run({
      id: trial.id,
      share: trial.share,
      included: JSON.stringify(trial.included),
      startedAt: trial.startedAt,
    });
    prepared(
      database,
      `INSERT INTO trial_lessons(trial, lesson) SELECT trials.number, lessons.number FROM trials, lessons
       WHERE trials.id = ? AND lessons.id IN (SELECT value FROM json_each(?))`,
    ).run(trial.id, JSON.stringify(trial.lessons));
  });
}

export function endTrial(database: Database, id: string, stoppedAt: Instant): void {
  prepared(database, "UPDATE trials SET stopped_at = ? WHERE id = ? AND stopped_at IS NULL").run(
    stoppedAt,
    id,
  );
}

/** A session in which a lesson of a trial came or would have come, from that moment on. */
export interface TrialEntry {
  readonly lesson: LessonId;
  readonly agent: string;
  readonly sessionId: string;
  readonly subagent: string | null;
  readonly at: Instant;
  readonly moment: "start" | "call" | "error";
  /** The id of the call, hashed as in the ledger. */
  readonly idKey: number | null;
  readonly tool: string | null;
  readonly isWithheld: boolean;
}

/** What a hook noted about all lessons that came or would have come at one moment. */
export interface TrialNote extends Omit<TrialEntry, "lesson" | "isWithheld"> {
  readonly trial: string;
  /** As the hook was told, before anything was redacted: the hash is of that. */
  readonly session: string;
  readonly with: readonly LessonId[];
  readonly without: readonly LessonId[];
}

/** Whether something of it is news. A lesson on another side than the hash says was not put there by us, and is passed over. */
export function insertEntries(database: Database, note: TrialNote): "new" | "known" | "skipped" {
  const trial = trialWhere(database, "id = ?", note.trial);
  if (trial === undefined) return "skipped";
  const { trial: id, session, with: told, without, ...place } = note;
  const sides = [
    ...told.map((lesson) => ({ lesson, isWithheld: false })),
    ...without.map((lesson) => ({ lesson, isWithheld: true })),
  ];
  const own = sides.filter(
    (side) =>
      trial.lessons.includes(side.lesson) &&
      isWithheld(trial, session, side.lesson) === side.isWithheld,
  );
  const insert = prepared(
    database,
    `INSERT INTO trial_entries(trial, lesson, agent, session_id, subagent, at, moment, id_key, tool, is_withheld)
     SELECT trials.number, lessons.number, :agent, :sessionId, :subagent, :at, :moment, :idKey, :tool, :side
     FROM trials, lessons WHERE trials.id = :id AND lessons.id = :lesson
     ON CONFLICT DO NOTHING`,
  );
  const changes = own.map(({ lesson, isWithheld: isWithout }) =>
    Number(insert.run({ ...place, id, lesson, side: isWithout ? 1 : 0 }).changes),
  );
  if (own.length === 0) return "skipped";
  return changes.some((count) => count > 0) ? "new" : "known";
}

/** In the order of the sessions' first moments. */
export function trialEntries(database: Database, id: string): readonly TrialEntry[] {
  const rows = queryAll<Omit<TrialEntry, "isWithheld"> & { isWithheld: number }>(
    database,
    `SELECT lessons.id AS lesson, agent, session_id AS sessionId, subagent, at, moment, id_key AS idKey, tool,
            is_withheld AS isWithheld
     FROM trial_entries JOIN trials ON trials.number = trial JOIN lessons ON lessons.number = trial_entries.lesson
     WHERE trials.id = ? ORDER BY at, session_id, lesson`,
    id,
  );
  return rows.map((row) => ({ ...row, isWithheld: row.isWithheld === 1 }));
}
