import type { Edit, History, Feedback } from "./record/history.ts";
import type { Lesson } from "./record/lesson.ts";
import { advance, recordMoves, type Transition, type Verdict } from "./record/lifecycle.ts";
import { makeSlug } from "./record/slug.ts";
import { type Database, inTransaction } from "../platform/database/database.ts";
import { addHistory } from "./table/history.ts";
import { findByContentHash, insertLesson, updateLesson, withFreeAbout } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import type { System } from "../platform/system.ts";
import type { Context } from "../platform/context.ts";
import type { FullRecord } from "./record/record.ts";
import { requireLesson, showLesson } from "./find.ts";
import { actorOf, whoIn } from "../platform/person/who.ts";

/** What becomes of a lesson, with the record of how. */
export interface LessonChange {
  readonly before: Lesson;
  readonly after: Lesson;
  readonly edits: readonly Edit[];
  readonly transitions: readonly Transition[];
}

/** Writes it inside the caller's transaction. */
export function storeChange(database: Database, change: LessonChange): void {
  const { before, after, edits, transitions } = change;
  if (after.contentHash !== before.contentHash) {
    const same = findByContentHash(database, after.contentHash);
    if (same !== undefined && same.id !== before.id) throw becomesTwin(before, same);
  }
  updateLesson(database, after);
  addHistory(database, before.id, { edits, transitions });
}

function becomesTwin(lesson: Lesson, same: Lesson): Fault {
  return new Fault(
    "already-there",
    `${lesson.slug} would become a copy of ${same.slug} (${same.stage.status})`,
    { hint: `compare them (lessons show ${same.slug}), or archive one` },
  );
}

/**
 * Stores a new lesson with its history, inside the caller's transaction. A slug that is taken is drawn
 * again: 36⁴ suffixes make that rare, and it must never fail a batch.
 */
export function keepLesson(
  database: Database,
  system: System,
  lesson: Lesson,
  history: Partial<History>,
): Lesson {
  let kept = withFreeAbout(database, lesson);
  while (!insertLesson(database, kept)) {
    kept = { ...kept, slug: makeSlug(kept.summary, system.newSlugSuffix()) };
  }
  addHistory(database, kept.id, history);
  return kept;
}

/** A move that the scanner makes, inside the caller's transaction. One that means nothing at its stage is none. */
export function moveIfPossible(
  { database, system }: Pick<Context, "database" | "system">,
  lesson: Lesson,
  verdict: Verdict,
): void {
  const now = system.now();
  const passed = advance(lesson.stage, verdict, now) ?? [];
  const stage = passed.at(-1);
  if (stage === undefined) return;
  storeChange(database, {
    before: lesson,
    after: { ...lesson, stage, updatedAt: now },
    edits: [],
    transitions: recordMoves(lesson.stage.status, passed, verdict, now),
  });
}

/**
 * Keeps what somebody thinks of a lesson. It changes nothing about the lesson itself, and only a person's word counts where
 * upkeep looks for lessons to archive.
 */
export function giveFeedback(
  context: Context,
  name: string,
  { verdict, note }: Pick<Feedback, "verdict" | "note">,
): FullRecord {
  const { database, system } = context;
  return inTransaction(database, () => {
    const { id } = requireLesson(database, name);
    addHistory(database, id, {
      feedback: [{ verdict, at: system.now(), by: actorOf(whoIn(context)), note }],
    });
    return showLesson(context, id);
  });
}
