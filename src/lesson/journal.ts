import type { Instant } from "./record/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "../platform/database/database.ts";

/**
 * The journal of what people change: every command that changes something opens it, and `undo` reads it. SQLite itself
 * notes what each lesson was before and after, in the transaction that changes it, so that no use case can forget to,
 * and a crash leaves both or neither.
 */
export function openJournal(database: Database, change: OpenChange): void {
  const columns = queryAll<{ name: string }>(database, "PRAGMA table_info(lessons)")
    .map(({ name }) => name)
    .filter((name) => name !== "embedding");
  const rowOf = (which: "OLD" | "NEW") =>
    `json_object(${columns.map((name) => `'${name}', ${which}.${name}`).join(", ")})`;
  // Scans count on while people decide: what only they write is no change of a person.
  const decided = columns.filter((name) => !countedByScans.has(name));
  const all = (which: "OLD" | "NEW") => `(${decided.map((name) => `${which}.${name}`).join(", ")})`;
  const begin = `INSERT INTO changes(id, at, command) SELECT id, at, command FROM open_change WHERE TRUE
    ON CONFLICT(id) DO NOTHING`;
  const open = "(SELECT number FROM changes WHERE id = (SELECT id FROM open_change))";
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS open_change (id TEXT, at TEXT, command TEXT);
    CREATE TEMP TRIGGER IF NOT EXISTS note_new_lesson AFTER INSERT ON lessons BEGIN
      ${begin};
      INSERT INTO changed_lessons(change, lesson, before, after)
      VALUES (${open}, NEW.number, NULL, json_object('status', NEW.status, 'updated_at', NEW.updated_at));
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS note_changed_lesson AFTER UPDATE ON lessons WHEN ${all("OLD")} IS NOT ${all("NEW")} BEGIN
      ${begin};
      INSERT INTO changed_lessons(change, lesson, before, after)
      VALUES (${open}, NEW.number, ${rowOf("OLD")}, ${rowOf("NEW")})
      ON CONFLICT(change, lesson) DO UPDATE SET after =
        CASE WHEN before IS NULL THEN json_object('status', NEW.status, 'updated_at', NEW.updated_at) ELSE excluded.after END;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS note_review AFTER INSERT ON review_sessions BEGIN
      ${begin};
      UPDATE changes SET review = NEW.id WHERE number = ${open};
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS note_rating AFTER INSERT ON feedback
    WHEN (SELECT command FROM open_change) IN ('good', 'bad') BEGIN
      ${begin};
      INSERT INTO changed_ratings(change, rating, lesson, is_given, verdict, at, actor, note)
      VALUES (${open}, NEW.number, NEW.lesson, 1, NEW.verdict, NEW.at, NEW.actor, NEW.note);
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS note_new_trial AFTER INSERT ON trials BEGIN
      ${begin};
      INSERT INTO changed_trials(change, trial, is_running) VALUES (${open}, NEW.number, 1);
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS note_trial AFTER UPDATE ON trials
    WHEN (OLD.stopped_at IS NULL) <> (NEW.stopped_at IS NULL) BEGIN
      ${begin};
      INSERT INTO changed_trials(change, trial, is_running) VALUES (${open}, NEW.number, NEW.stopped_at IS NULL)
      ON CONFLICT DO UPDATE SET is_running = excluded.is_running;
    END;
    DELETE FROM open_change;`);
  const { id, at, command } = change;
  prepared(database, "INSERT INTO open_change(id, at, command) VALUES (?, ?, ?)").run(
    id,
    at,
    command,
  );
}

export interface OpenChange {
  /** One for a run of a command, however often it opens the store. */
  readonly id: string;
  readonly at: Instant;
  readonly command: string;
}

const countedByScans = new Set(["about", "fix", "flags", "body_text"]);

/** The number of the change that this command makes; undefined where no journal is open. It begins one where none is. */
export function currentChange(database: Database): number | undefined {
  const isOpen = queryOne(database, "SELECT 1 FROM temp.sqlite_master WHERE name = 'open_change'");
  if (isOpen === undefined) return undefined;
  prepared(
    database,
    `INSERT INTO changes(id, at, command) SELECT id, at, command FROM open_change WHERE TRUE
     ON CONFLICT(id) DO NOTHING`,
  ).run();
  return queryOne<{ number: number }>(
    database,
    "SELECT number FROM changes WHERE id = (SELECT id FROM open_change)",
  )?.number;
}

/** A file of a project that is about to be written or removed. */
export interface ChangedFile {
  readonly root: string;
  /** In the project. */
  readonly path: string;
  /** Null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Noted before it is written: a note about what never came about is found out by looking at the file. */
export function noteFile(database: Database, { root, path, before, after }: ChangedFile): void {
  const change = currentChange(database);
  if (change === undefined) return;
  prepared(
    database,
    `INSERT INTO changed_files(change, root, path, before, after) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT(change, root, path) DO UPDATE SET after = excluded.after`,
  ).run(change, root, path, before, after);
}

/** An agent was connected that was not. */
export function noteConnected(database: Database): void {
  const change = currentChange(database);
  if (change === undefined) return;
  prepared(database, "UPDATE changes SET has_connected = 1 WHERE number = ?").run(change);
}

/** Agents were disconnected, and what it takes to connect them again. */
export function noteDisconnected(database: Database, connection: object): void {
  const change = currentChange(database);
  if (change === undefined) return;
  prepared(database, "UPDATE changes SET disconnected = ? WHERE number = ?").run(
    JSON.stringify(connection),
    change,
  );
}

/** What was accepted for a note under a gate, in the reviews of a project. */
export interface ChangedReview {
  readonly root: string;
  /** The file of the reviews. */
  readonly database: string;
  readonly notePath: string;
  readonly gatePath: string;
  readonly model: string;
  /** The acceptance that held before; null where there was none. */
  readonly before: number | null;
  /** Whether we had recorded that one. */
  readonly wasOwn: boolean;
  readonly after: number;
}

/** Noted before the reviews are written, as for a file. */
export function noteReview(database: Database, review: ChangedReview): void {
  const change = currentChange(database);
  if (change === undefined) return;
  const { wasOwn, ...rest } = review;
  prepared(
    database,
    `INSERT INTO changed_reviews(change, root, database, note_path, gate_path, model, before, was_own, after)
     VALUES (:change, :root, :database, :notePath, :gatePath, :model, :before, :wasOwn, :after)
     ON CONFLICT DO UPDATE SET after = excluded.after`,
  ).run({ ...rest, change, wasOwn: wasOwn ? 1 : 0 });
}
