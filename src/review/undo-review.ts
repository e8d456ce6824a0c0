import type { Instant, Lesson } from "../lesson/record/lesson.ts";
import { recordMoves } from "../lesson/record/lifecycle.ts";
import { inTransaction, type Database } from "../platform/database/database.ts";
import { addHistory } from "../lesson/table/history.ts";
import { findLesson, updateLesson } from "../lesson/table/lessons.ts";
import {
  lastReviewSession,
  markUndone,
  reviewChanges,
  type ReviewChange,
  type ReviewSession,
  writeAuditFiles,
} from "./review-sessions.ts";
import { Fault } from "../platform/fault.ts";
import { fieldEdits, fieldsOf } from "../lesson/edit.ts";
import type { Context } from "../platform/context.ts";
import { lessonState, renewList } from "./shown-list.ts";

export interface UndoReport {
  readonly session: ReviewSession;
  /** As they are again. */
  readonly lessons: readonly Lesson[];
}

/**
 * Takes the last review back as a whole: every lesson that it wrote to is what it was before, and that is
 * recorded as a move and as edits of its own. Asked again, it takes back the one before. Undefined when there
 * is none; a fault, and nothing written, when somebody has changed one of the lessons since.
 */
export function undoReview(
  { database, system }: Context,
  { home }: { readonly home: string },
): UndoReport | undefined {
  const undone = inTransaction(database, () => {
    const session = lastReviewSession(database);
    if (session === undefined) return undefined;
    const changes = reviewChanges(database, session.sessionId);
    refuseChangedSince(database, session, changes);
    const now = system.now();
    for (const change of changes) takeBack(database, change, now);
    markUndone(database, session.sessionId, now);
    return { session: { ...session, undoneAt: now }, lessons: changes.map(({ before }) => before) };
  });
  if (undone === undefined) return undefined;
  writeAuditFiles(database, home, { fresh: undone.session.sessionId });
  renewList(database, home, new Set(undone.lessons.map(({ id }) => id)));
  return undone;
}

function takeBack(database: Database, { before, after }: ReviewChange, now: Instant): void {
  const current = findLesson(database, before.id);
  // What scans have counted since stays.
  updateLesson(database, { ...before, about: current?.about, fix: current?.fix ?? before.fix });
  const fields = fieldsOf(after).map(({ name }) => name);
  const isMoved = before.stage.status !== after.stage.status;
  addHistory(database, before.id, {
    edits: fieldEdits(after, before, fields, { at: now, by: "person" }),
    transitions: isMoved
      ? recordMoves(
          after.stage.status,
          [before.stage],
          { verdict: "undo", by: "person", to: before.stage },
          now,
        )
      : [],
  });
}

function refuseChangedSince(
  database: Database,
  session: ReviewSession,
  changes: readonly ReviewChange[],
): void {
  const changed = changes.flatMap(({ after }) => {
    const current = findLesson(database, after.id);
    if (current !== undefined && lessonState(current) === lessonState(after)) return [];
    return [`${after.slug} (${current === undefined ? "gone" : difference(after, current)})`];
  });
  if (changed.length === 0) return;
  throw new Fault(
    "changed-since",
    `the review of ${session.generatedAt.slice(0, 16).replace("T", " ")} cannot be taken back: changed since then: ${changed.join(", ")}`,
    {
      hint: "nothing was changed; lessons show <slug> has the history, lessons edit and archive change one lesson",
    },
  );
}

/** What somebody has done to it in between. */
function difference(then: Lesson, now: Lesson): string {
  if (then.stage.status !== now.stage.status) return `now ${now.stage.status}`;
  const names = fieldsOf(then).map(({ name }) => name);
  const fields = fieldEdits(then, now, names, { at: "", by: "person" });
  return fields.length === 0 ? "written again" : fields.map(({ field }) => field).join(", ");
}
