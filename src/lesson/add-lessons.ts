import type { LessonDraft } from "./record/draft.ts";
import type { Lesson } from "./record/lesson.ts";
import { inTransaction } from "../platform/database/database.ts";
import { findByContentHash, findLesson, isSlugTaken } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import { keepLesson } from "./lesson-change.ts";
import { makeLesson, type DraftDefaults } from "./make-lesson.ts";
import type { Context } from "../platform/context.ts";

/** Takes in lessons that a person wrote: all of them, or none when one is there already. */
export function addLessons(
  { database, system }: Context,
  drafts: readonly LessonDraft[],
): readonly Lesson[] {
  return inTransaction(database, () =>
    drafts.map((draft) => {
      if (draft.slug !== undefined && isSlugTaken(database, draft.slug))
        throw slugTaken(draft.slug);
      const taken = draft.id === undefined ? undefined : findLesson(database, draft.id);
      if (taken !== undefined) throw alreadyThere(taken);
      const lesson = makeLesson(draft, byHand, system);
      const same = findByContentHash(database, lesson.contentHash);
      if (same !== undefined) throw alreadyThere(same);
      const { status, since } = lesson.stage;
      return keepLesson(database, system, lesson, {
        transitions: [
          { from: "none", to: status, at: since, by: byHand.by, because: "added by hand" },
        ],
      });
    }),
  );
}

/** Who writes a lesson down by hand means it. */
const byHand: DraftDefaults = {
  status: "active",
  by: "person",
  priority: 7,
  confidence: 1,
  source: "manual",
};

function alreadyThere(same: Lesson): Fault {
  const hint =
    same.stage.status === "archived" ? `lessons restore ${same.slug}` : `lessons show ${same.slug}`;
  return new Fault(
    "already-there",
    `this lesson is there already: ${same.slug} (${same.stage.status})`,
    { hint },
  );
}

function slugTaken(slug: string): Fault {
  return new Fault("already-there", `the slug ${slug} is taken`, {
    hint: "leave the slug out, and one is made",
  });
}
