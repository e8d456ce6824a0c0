import { isDeepStrictEqual } from "node:util";
import { contentText } from "../core/content-text.ts";
import type { Lesson } from "../core/lesson.ts";
import { inTransaction } from "../store/database.ts";
import { addHistory } from "../store/history.ts";
import { findByContentHash, updateLesson } from "../store/lessons.ts";
import { Fault } from "../system/fault.ts";
import { sha256 } from "../system/hash.ts";
import { draftOf, fieldNamed } from "./editable-field.ts";
import { requireLesson } from "./find-lesson.ts";
import { checkTriggers, flagUnproven } from "./check-triggers.ts";
import { patternFault, readDraft } from "./read-draft.ts";
import type { Workshop } from "./workshop.ts";

export interface EditOutcome {
  readonly lesson: Lesson;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/**
 * Changes one field to what a person typed, by the rules for a new lesson. What was there before is
 * kept in the history. A status is moved, not edited.
 */
export async function editLesson(
  workshop: Workshop,
  name: string,
  field: string,
  typed: string,
): Promise<EditOutcome> {
  const { database, system } = workshop;
  const current = requireLesson(database, name);
  const flags = await judgePatterns(current, applyEdit(current, field, typed));

  return inTransaction(database, () => {
    // Patterns may have been judged for seconds: the edit is made on the newest state.
    const lesson = requireLesson(database, current.id);
    const now = system.now();
    const changed = { ...applyEdit(lesson, field, typed), ...flags };
    const contentHash = sha256(contentText(changed.kind, changed.body, changed.triggers));
    refuseTwin(findByContentHash(database, contentHash), lesson);

    const { take } = fieldNamed(lesson, field);
    const [before, after] = [take(lesson), take(changed)];
    const edit = {
      field,
      before: JSON.stringify(before ?? null),
      after: JSON.stringify(after ?? null),
    };
    if (edit.before === edit.after) return { lesson, field, before, after, isChanged: false };

    const edited: Lesson = { ...changed, contentHash, updatedAt: now };
    updateLesson(database, edited);
    addHistory(database, lesson.id, { edits: [{ ...edit, at: now, by: "person" }] });
    return { lesson: edited, field, before, after, isChanged: true };
  });
}

/** The lesson with one field as typed, checked by the schema. Only that field differs. */
function applyEdit(lesson: Lesson, field: string, typed: string): Lesson {
  const { read, put, write } = fieldNamed(lesson, field);
  const reading = readDraft(put(draftOf(lesson), read(typed)));
  if ("draft" in reading) return write(lesson, { ...reading.draft });
  throw new Fault("bad-input", `${lesson.slug}: ${reading.problems.join("; ")}`, {
    hint: "docs/lesson-format.md describes every field",
  });
}

/** Patterns that are new must be good; those that were there already have been judged before. */
async function judgePatterns(
  before: Lesson,
  after: Lesson,
): Promise<Partial<Pick<Lesson, "flags">>> {
  if (isDeepStrictEqual(before.triggers, after.triggers)) return {};
  const report = await checkTriggers(after.triggers);
  const problem = report.problems.find(
    ({ field, pattern }) => !before.triggers[field].includes(pattern),
  );
  if (problem !== undefined) throw patternFault(after.slug, problem);
  return { flags: flagUnproven(after.flags, report) };
}

function refuseTwin(same: Lesson | undefined, lesson: Lesson): void {
  if (same === undefined || same.id === lesson.id) return;
  throw new Fault(
    "already-there",
    `that would make it the same as ${same.slug} (${same.stage.status})`,
    {
      hint: `lessons show ${same.slug}, or archive one of the two`,
    },
  );
}
