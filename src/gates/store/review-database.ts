import type { Instant } from "../../lesson/record/lesson.ts";
import { Fault, type FaultCode } from "../../platform/fault.ts";
import { memoryDatabase, openDatabase, type Database } from "../../platform/database/database.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { storeFault } from "../../platform/database/store-fault.ts";
import type { Waiting } from "../../platform/database/wait-for-turn.ts";
import { checkReviewSchema } from "./check-review-schema.ts";
import { reviewMigrations } from "./review-migrations.ts";

/** The project's database of reviews, made where there is none. One that is not as we make it is refused. */
export function openReviewDatabase(file: string, now: Instant, waiting: Waiting = {}): Database {
  const options = { ...waiting, steps: reviewMigrations, inspect: checkReviewSchema };
  return withReviewFaults(file, () => openDatabase(file, now, options));
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
  "store-unwritable": `check who owns it and the disk, ${elsewhere}`,
  "file-unwritable": `check who owns it, ${elsewhere}`,
  "store-damaged": `move it away: reviews start anew then, and the reviews' texts stay in .lessons/reports; ${elsewhere}`,
  "store-from-the-future": `update lessons (npm install -g lessons@latest), ${elsewhere}`,
};
