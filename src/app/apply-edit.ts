import { isDeepStrictEqual } from "node:util";
import { contentText } from "../core/content-text.ts";
import type { Edit } from "../core/history.ts";
import type { Lesson } from "../core/lesson.ts";
import { Fault } from "../system/fault.ts";
import { sha256 } from "../system/hash.ts";
import { checkTriggers, flagUnproven } from "./check-triggers.ts";
import { draftOf, fieldNamed } from "./editable-field.ts";
import { patternFault, readDraft } from "./read-draft.ts";

/** The lesson with one field as typed, checked by the schema. Only that field and the hash differ. */
export function applyEdit(lesson: Lesson, field: string, typed: string): Lesson {
  const { read, put, write } = fieldNamed(lesson, field);
  const reading = readDraft(put(draftOf(lesson), read(typed)));
  if ("draft" in reading) return hashed(write(lesson, { ...reading.draft }));
  throw new Fault("bad-input", `${lesson.slug}: ${reading.problems.join("; ")}`, {
    hint: "docs/lesson-format.md describes every field",
  });
}

/** The lesson with the hash of what it says now. */
export function hashed(lesson: Lesson): Lesson {
  const contentHash = sha256(contentText(lesson.kind, lesson.body, lesson.triggers));
  return { ...lesson, contentHash };
}

/** Patterns that are new must be good; those that were there already have been judged before. */
export async function judgePatterns(
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

/** The record of these fields, of those that differ. */
export function fieldEdits(
  before: Lesson,
  after: Lesson,
  fields: readonly string[],
  { at, by }: Pick<Edit, "at" | "by">,
): readonly Edit[] {
  return fields.flatMap((name) => {
    const { name: field, take } = fieldNamed(before, name);
    const edit = {
      field,
      before: JSON.stringify(take(before) ?? null),
      after: JSON.stringify(take(after) ?? null),
    };
    return edit.before === edit.after ? [] : [{ ...edit, at, by }];
  });
}
