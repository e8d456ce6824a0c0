import { bodyText } from "../lesson/record/body.ts";
import type { Instant, Lesson } from "../lesson/record/lesson.ts";
import { expandLesson } from "./decision/expand-lesson.ts";
import type { Database } from "../platform/database/database.ts";
import { Fault } from "../platform/fault.ts";
import { sentenceDiff, type SentenceChange } from "../platform/text-diff.ts";
import { fieldEdits, hashed, judgePatterns, draftOf, fieldsOf } from "../lesson/edit.ts";
import { requireLesson } from "../lesson/find.ts";
import type { LessonChange } from "../lesson/change.ts";
import { readDraft } from "../lesson/draft.ts";

/** The lesson that a candidate is to be merged into: the one that was named, else the one that its flag names. */
export function expansionTarget(
  database: Database,
  subcase: Lesson,
  named: string | undefined,
): Lesson {
  const slug = named ?? expandedBy(subcase);
  if (slug === undefined) {
    throw new Fault("bad-input", `${subcase.slug} expands no lesson in use`, {
      hint: `name one: expand ${subcase.slug} into <slug>`,
    });
  }
  const target = requireLesson(database, slug);
  if (target.id !== subcase.id) return target;
  throw new Fault("bad-input", `${subcase.slug} cannot be merged into itself`, {
    hint: `name another one: expand ${subcase.slug} into <slug>`,
  });
}

/** The slug of its flag `expands:<slug>`. */
export function expandedBy({ flags }: Pick<Lesson, "flags">): string | undefined {
  const flag = flags.find((each) => each.startsWith(mark));
  return flag?.slice(mark.length);
}

const mark = "expands:";

/** What the sub-case makes of its target. The result must be a lesson that could be added by hand. */
export async function expansionOf(
  target: Lesson,
  subcase: Lesson,
  now: Instant,
): Promise<LessonChange> {
  if (target.stage.status !== "active" && target.stage.status !== "reviewed") {
    throw new Fault("bad-move", `${target.slug} is ${target.stage.status}, and not in use`, {
      hint: `approve ${subcase.slug} as a lesson of its own, or expand another one`,
    });
  }
  const merged = hashed(expandLesson(target, subcase));
  const reading = readDraft(draftOf(merged));
  if ("problems" in reading) {
    throw new Fault(
      "bad-input",
      `${target.slug} cannot take it in: ${reading.problems.join("; ")}`,
      {
        hint: `approve ${subcase.slug} as a lesson of its own`,
      },
    );
  }
  const flags = await judgePatterns(target, merged);
  const fields = fieldsOf(target).map(({ name }) => name);
  const edits = fieldEdits(target, merged, fields, { at: now, by: "person" });
  const after = edits.length === 0 ? target : { ...merged, ...flags, updatedAt: now };
  return { before: target, after, edits, transitions: [] };
}

/** What the target would say, sentence by sentence. */
export function expansionDiff(target: Lesson, subcase: Lesson): readonly SentenceChange[] {
  const merged = expandLesson(target, subcase);
  return sentenceDiff(bodyText(target.kind, target.body), bodyText(merged.kind, merged.body));
}

/** What was added, in a line for the record. */
export function expansionNote(target: Lesson, merged: Lesson): string {
  const added = sentenceDiff(
    bodyText(target.kind, target.body),
    bodyText(merged.kind, merged.body),
  ).filter(({ is }) => is === "added");
  if (added.length > 0) return `adds sub-case: ${added.map(({ text }) => text).join(" ")}`;
  return "adds when it fires";
}
