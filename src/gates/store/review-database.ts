import { join, relative, sep } from "node:path";
import type { Instant } from "../../lesson/record/lesson.ts";
import {
  memoryDatabase,
  openDatabase,
  queryAll,
  type Database,
} from "../../platform/database/database.ts";
import { migrate, missingSteps } from "../../platform/database/migrate.ts";
import { storeFault } from "../../platform/database/store-fault.ts";
import type { Waiting } from "../../platform/database/wait-for-turn.ts";
import { Fault, type FaultCode } from "../../platform/fault.ts";
import { projectFileProblem } from "../../platform/project/project-file.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { reviewMigrations } from "./review-migrations.ts";

/** Where the reviews of a project are. */
export interface ReviewPlace {
  /** The folder that the project begins with. */
  readonly root: string;
  readonly database: string;
}

/** The project's database of reviews, made where there is none. One that is not as we make it is refused. */
export function openReviewDatabase(
  place: ReviewPlace,
  now: Instant,
  waiting: Waiting = {},
): Database {
  refuseUnsafe(place);
  const { database: file } = place;
  const options = { ...waiting, steps: reviewMigrations, inspect: checkReviewSchema };
  return withReviewFaults(file, () => openDatabase(file, now, options));
}

/**
 * SQLite opens it by itself, so it is looked at before, as any file of a project. A file elsewhere is one that the person
 * named.
 */
function refuseUnsafe({ root, database }: ReviewPlace): void {
  const path = relative(root, database).split(sep).join("/");
  if (path.startsWith("..")) return;
  for (const name of ["", "-wal", "-shm", "-journal"].map((end) => path + end)) {
    const problem = projectFileProblem(root, name);
    if (problem === undefined) continue;
    throw new Fault("store-damaged", `${join(root, name)} ${problem}`, {
      hint: `move the file; ${elsewhere}`,
    });
  }
}

/** For looking where nothing was ever reviewed: nothing is made on disk. */
export function noReviews(now: Instant): Database {
  const database = memoryDatabase();
  migrate(database, now, reviewMigrations);
  return database;
}

/** It is another file than the store: what to do about it is something else, too. */
export function withReviewFaults<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const fault = storeFault(error, file);
    const hint = fault instanceof Fault ? hints[fault.code] : undefined;
    if (!(fault instanceof Fault) || hint === undefined) throw fault;
    throw new Fault(fault.code, fault.message, { hint, cause: fault });
  }
}

const elsewhere = "or set LESSONS_REVIEW_DB to another file";

const hints: Partial<Readonly<Record<FaultCode, string>>> = {
  "store-unwritable": `check its owner and the disk, ${elsewhere}`,
  "file-unwritable": `check its owner, ${elsewhere}`,
  "store-damaged": `move the file; reviews then start over, and their texts stay in .lessons/reports; ${elsewhere}`,
  "store-foreign": `move the file; ${elsewhere}`,
  "store-from-the-future": `update lessons (npm install -g lessons@latest), ${elsewhere}`,
};

/**
 * Refuses a database whose tables, views and triggers are not exactly those that our steps make. The file lies in the
 * project and may have come with it: a view under one of our names can say anything, or never end.
 */
function checkReviewSchema(database: Database): void {
  const other = unlikeOurs(database);
  if (other === undefined) return;
  const file = database.location() ?? "the database";
  throw new Fault(
    "store-damaged",
    `${file} is not a valid review database: its ${plainLine(other).slice(0, 80)} differs or is missing`,
    { hint: "move the file" },
  );
}

/** The first thing that is not as it should be after the steps that were taken. */
function unlikeOurs(database: Database): string | undefined {
  // One look: another program may be taking steps at this moment.
  database.exec("BEGIN");
  try {
    const found = schemaOf(database);
    if (found.size === 0) return undefined;
    const record = "table migrations";
    // Only a record that is ours can be asked which steps were taken.
    if (found.get(record) !== schemaAfter(reviewMigrations.slice(0, 1)).get(record)) return record;
    const missing = missingSteps(database, reviewMigrations);
    const expected = schemaAfter(reviewMigrations.filter((step) => !missing.includes(step)));
    const names = new Set([...expected.keys(), ...found.keys()]);
    return [...names].find((name) => expected.get(name) !== found.get(name));
  } finally {
    database.exec("ROLLBACK");
  }
}

/** What makes each thing in it, by its name. SQLite's own tables and the indexes of constraints are left out. */
function schemaOf(database: Database): ReadonlyMap<string, string> {
  const rows = queryAll<{ readonly name: string; readonly sql: string | null }>(
    database,
    "SELECT type || ' ' || name AS name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  return new Map(rows.map(({ name, sql }) => [name, sql ?? ""]));
}

function schemaAfter(steps: typeof reviewMigrations): ReadonlyMap<string, string> {
  const fresh = memoryDatabase();
  try {
    migrate(fresh, "", steps);
    return schemaOf(fresh);
  } finally {
    fresh.close();
  }
}
