import type { Lesson, LessonId } from "../../core/lesson.ts";
import type { Database } from "../../store/database.ts";
import { findLesson } from "../../store/lessons.ts";
import { Fault } from "../../system/fault.ts";
import type { LessonChange } from "../lesson-change.ts";

/** What a plan makes of lessons, step by step, before anything is written. */
export class WorkingChanges {
  readonly #database: Database;
  readonly #changes = new Map<LessonId, LessonChange>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lesson as the steps so far have left it. */
  lesson(id: LessonId): Lesson {
    return this.#changeOf(id).after;
  }

  /** One more step, from the state that `lesson` gave. */
  add({ before, after, edits, transitions }: LessonChange): void {
    const sofar = this.#changeOf(before.id);
    this.#changes.set(before.id, {
      before: sofar.before,
      after,
      edits: [...sofar.edits, ...edits],
      transitions: [...sofar.transitions, ...transitions],
    });
  }

  /** Only what leaves a trace: a lesson that was looked at is not written. */
  list(): readonly LessonChange[] {
    return [...this.#changes.values()].filter(
      ({ edits, transitions }) => edits.length + transitions.length > 0,
    );
  }

  #changeOf(id: LessonId): LessonChange {
    const known = this.#changes.get(id);
    if (known !== undefined) return known;
    const lesson = findLesson(this.#database, id);
    if (lesson === undefined) {
      throw new Fault("no-such-lesson", `there is no lesson "${id}"`, {
        hint: "lessons review shows those that wait",
      });
    }
    const change = { before: lesson, after: lesson, edits: [], transitions: [] };
    this.#changes.set(id, change);
    return change;
  }
}
