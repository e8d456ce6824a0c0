import { join } from "node:path";
import type { Machine } from "../../agents/adapter.ts";
import type { HookSource } from "../../deliver/init/hook-folder.ts";
import { isConnected } from "../../deliver/init/init.ts";
import { connectionIn, reconnect } from "../../deliver/init/reconnect.ts";
import { applyUninstall, planUninstall } from "../../deliver/init/uninstall.ts";
import { runningTrial } from "../../deliver/trial/trials.ts";
import { isStillAccepted, takeReviewsBack } from "../../gates/runs/accept-pair.ts";
import { fieldEdits } from "../../lesson/edit.ts";
import { currentChange, noteConnected, noteDisconnected, noteFile } from "../../lesson/journal.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { recordMoves, stageOf } from "../../lesson/record/lifecycle.ts";
import { addHistory } from "../../lesson/table/history.ts";
import { updateLesson } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import {
  inTransaction,
  prepared,
  queryOne,
  type Database,
} from "../../platform/database/database.ts";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import { requirePerson, whoIn } from "../../platform/person/who.ts";
import { markReview, writeAuditFiles } from "../../review/review-sessions.ts";
import { lessonState, renewList } from "../../review/shown-list.ts";
import {
  changeNumbered,
  isNewLesson,
  namesOf,
  type Change,
  type ChangedLesson,
  type ChangedRating,
  type ChangedTrial,
} from "./changes.ts";
import { ownFileWords, putBack, textAtPlace } from "./own-file.ts";

/** What taking a change back will do, and what stands in the way of it. */
export interface UndoPlan {
  readonly change: Change;
  /** Each lesson as it will be. */
  readonly lessons: readonly { readonly from: Lesson; readonly to: Lesson }[];
  /** With null it will be removed. `words` where the file itself says nothing to a person. */
  readonly files: readonly PlannedFile[];
  /** Each rating as it was given; what is taken back will count no more, and the other way round. */
  readonly ratings: Change["ratings"];
  readonly trials: Change["trials"];
  readonly reviews: Change["reviews"];
  readonly isDisconnecting: boolean;
  readonly isConnecting: boolean;
  /** Somebody changed it since. Nothing is taken back then. */
  readonly obstacles: readonly string[];
}

interface PlannedFile {
  /** Absolute. */
  readonly file: string;
  readonly after: string | null;
  readonly words?: readonly string[] | undefined;
}

export function planUndo(
  context: Pick<Context, "system" | "database" | "onWait">,
  change: Change,
  paths: Paths,
): UndoPlan {
  const { system, database } = context;
  const { home } = paths;
  const now = system.now();
  const lessons = change.lessons.map((each) => ({ from: each.current, to: backTo(each, now) }));
  const files = change.files.map(({ root, path, before, after }) => ({
    file: join(root, path),
    after: before,
    words: ownFileWords({ root, path }, { from: after, to: before, home }),
  }));
  const obstacles = [
    ...change.lessons
      .filter((each) => !isAsLeft(each))
      .map((each) => `${each.current.slug} (${changedSince(each)})`),
    ...change.files
      .filter((file) => textAtPlace(file, home) !== file.after)
      .map(({ root, path }) => join(root, path)),
    ...change.ratings
      .filter((rating) => rating.isGiven && !isStillGiven(database, rating))
      .map(({ slug }) => `the rating of ${slug}`),
    ...change.trials.flatMap((trial) => trialObstacle(database, trial) ?? []),
    ...change.reviews
      .filter((review) => !isStillAccepted(context, review))
      .map(({ notePath, gatePath }) => `the review of ${notePath} by ${gatePath}`),
    ...(change.disconnected !== null && isConnected(paths) ? ["your agent (connected again)"] : []),
  ];
  const { ratings, trials, reviews, hasConnected: isDisconnecting } = change;
  const isConnecting = change.disconnected !== null;
  const parts = { lessons, files, ratings, trials, reviews };
  return { change, ...parts, isDisconnecting, isConnecting, obstacles };
}

function trialObstacle(database: Database, { trial, isRunning }: ChangedTrial): string | undefined {
  const sql = "SELECT stopped_at IS NULL AS running FROM trials WHERE number = ?";
  const isNow = queryOne<{ readonly running: number }>(database, sql, trial)?.running === 1;
  if (isNow !== isRunning) return `the trial (${isNow ? "running again" : "stopped"})`;
  return !isRunning && runningTrial(database) !== undefined
    ? "the trial (another one is running)"
    : undefined;
}

function isStillGiven(database: Database, { rating, at, verdict }: ChangedRating): boolean {
  const sql = "SELECT 1 FROM feedback WHERE number = ? AND at = ? AND verdict = ?";
  return queryOne(database, sql, rating, at, verdict) !== undefined;
}

/** What it was before; what was new goes to the archive, because what happened to a lesson is never deleted. */
function backTo({ before, current }: ChangedLesson, now: Instant): Lesson {
  // What scans have counted since stays.
  if (before !== undefined)
    return { ...before, about: current.about, fix: current.fix ?? before.fix };
  const stage = stageOf("archived", { since: now, by: "person", because: takenBack });
  return { ...current, stage, updatedAt: now };
}

const takenBack = "taken back with undo";

function isAsLeft({ current, after }: ChangedLesson): boolean {
  return isNewLesson(after)
    ? current.stage.status === after.status && current.updatedAt === after.updated_at
    : lessonState(current) === lessonState(after);
}

/** What somebody did to it in between. */
function changedSince({ after, current }: ChangedLesson): string {
  const { status } = isNewLesson(after) ? after : after.stage;
  if (status !== current.stage.status) return `now ${current.stage.status}`;
  if (isNewLesson(after)) return "edited";
  const fields = fieldEdits(after, current, namesOf(after), { at: "", by: "person" });
  return fields.length === 0 ? "written again" : fields.map(({ field }) => field).join(", ");
}

interface UndoPlace {
  readonly paths: Paths;
  readonly machine: Machine;
  readonly source: HookSource;
}

/**
 * Takes a change back: lessons in one transaction, then files, then the connection to the agent. It is a change of its
 * own in the journal, and taking that one back brings the first one again.
 */
export async function undoChange(
  context: Context,
  { number }: Pick<Change, "number">,
  place: UndoPlace,
): Promise<UndoPlan> {
  const { paths } = place;
  const { database, system } = context;
  requirePerson(whoIn(context), { what: "undo a change", type: "lessons undo" });
  const plan = inTransaction(database, () => {
    const change = changeNumbered(database, number);
    if (change === undefined) throw new Error(`there is no change ${number}`);
    const planned = planUndo(context, change, paths);
    refuse(planned);
    const now = system.now();
    for (const { from, to } of planned.lessons) takeBack(database, from, to, now);
    for (const rating of planned.ratings) turnRating(database, rating);
    for (const { trial, isRunning } of planned.trials)
      prepared(database, "UPDATE trials SET stopped_at = ? WHERE number = ?").run(
        isRunning ? now : null,
        trial,
      );
    settle(database, change, now);
    return planned;
  });
  for (const file of plan.change.files) {
    noteFile(database, { ...file, before: file.after, after: file.before });
    putBack(file, paths.home);
  }
  for (const reviews of Map.groupBy(plan.reviews, (review) => review.database).values())
    if (reviews[0] !== undefined) await takeReviewsBack(context, reviews[0], reviews);
  turnConnection(context, plan.change, place);
  const { review, undoes } = plan.change;
  const ofReview = review ?? (undoes === null ? null : changeNumbered(database, undoes)?.review);
  if (ofReview) writeAuditFiles(database, paths.home, { fresh: ofReview });
  renewList(database, paths.home, new Set(plan.lessons.map(({ to }) => to.id)));
  return plan;
}

/** Disconnects what was connected, or the other way round, and notes it like any change. */
function turnConnection(
  { database, system }: Pick<Context, "database" | "system">,
  { hasConnected, disconnected }: Change,
  { paths, machine, source }: UndoPlace,
): void {
  if (hasConnected) {
    const removal = planUninstall(machine, paths);
    noteDisconnected(database, connectionIn(removal, machine, paths));
    applyUninstall(removal, { machine, paths, system });
  }
  if (disconnected === null) return;
  reconnect(disconnected, { machine, paths, source, system });
  noteConnected(database);
}

function refuse({ change, obstacles }: UndoPlan): void {
  if (change.undoneBy !== null) {
    throw new Fault("changed-since", `change ${change.number} is already undone`, {
      hint: `to redo it: lessons undo ${change.undoneBy}`,
    });
  }
  if (obstacles.length === 0) return;
  throw new Fault(
    "changed-since",
    `${change.command} (change ${change.number}) cannot be undone: ${obstacles.join(", ")} changed since then`,
    { hint: "nothing was changed; to see all changes: lessons undo --list" },
  );
}

function takeBack(database: Database, from: Lesson, to: Lesson, now: Instant): void {
  updateLesson(database, to);
  const isMoved = from.stage.status !== to.stage.status;
  addHistory(database, to.id, {
    edits: fieldEdits(from, to, namesOf(from), { at: now, by: "person" }),
    transitions: isMoved
      ? recordMoves(
          from.stage.status,
          [to.stage],
          { verdict: "undo", by: "person", to: to.stage },
          now,
        )
      : [],
  });
}

/** A rating that was given counts no more; one that was taken back counts again. Noted like any change. */
function turnRating(database: Database, given: ChangedRating): void {
  const { rating, lesson, isGiven, verdict, at, actor, note } = given;
  const own = currentChange(database);
  if (own === undefined) throw new Error("undo without a journal");
  if (isGiven) prepared(database, "DELETE FROM feedback WHERE number = ?").run(rating);
  const row = isGiven
    ? rating
    : prepared(
        database,
        "INSERT INTO feedback(lesson, verdict, at, actor, note) VALUES (?, ?, ?, ?, ?)",
      ).run(lesson, verdict, at, actor, note).lastInsertRowid;
  prepared(
    database,
    `INSERT INTO changed_ratings(change, rating, lesson, is_given, verdict, at, actor, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(own, row, lesson, isGiven ? 0 : 1, verdict, at, actor, note);
}

/** Writes down which change took which one back, and that a review counts no more, or again. */
function settle(database: Database, change: Change, now: Instant): void {
  const own = currentChange(database);
  if (own === undefined) throw new Error("undo without a journal");
  prepared(database, "UPDATE changes SET undoes = ? WHERE number = ?").run(change.number, own);
  prepared(database, "UPDATE changes SET undone_by = ? WHERE number = ?").run(own, change.number);
  if (change.review !== null) markReview(database, change.review, { undoneAt: now });
  if (change.undoes === null) return;
  prepared(database, "UPDATE changes SET undone_by = NULL WHERE number = ?").run(change.undoes);
  const first = changeNumbered(database, change.undoes);
  if (first !== undefined && first.review !== null)
    markReview(database, first.review, { undoneAt: null });
}
