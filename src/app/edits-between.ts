import { bodyFields, bodyValue } from "../core/body.ts";
import type { Edit } from "../core/history.ts";
import type { Lesson } from "../core/lesson.ts";
import { triggerFields } from "../core/triggers.ts";

/** What two versions of a lesson say differently, field by field, in the words of an edit. */
export function editsBetween(
  before: Lesson,
  after: Lesson,
  { at, by }: Pick<Edit, "at" | "by">,
): readonly Edit[] {
  const [old, now] = [saidBy(before), saidBy(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const edit = {
      field,
      before: JSON.stringify(old.get(field) ?? null),
      after: JSON.stringify(now.get(field) ?? null),
    };
    return edit.before === edit.after ? [] : [{ ...edit, at, by }];
  });
}

/** All that a lesson says to others: not whose it is, nor what was decided about it. */
function saidBy(lesson: Lesson): ReadonlyMap<string, unknown> {
  const { kind, body, triggers } = lesson;
  return new Map<string, unknown>([
    ["kind", kind],
    ["summary", lesson.summary],
    ...bodyFields[kind].map(({ name }) => [name, bodyValue(body, name)] as const),
    ["priority", lesson.priority],
    ["tags", lesson.tags],
    ...triggerFields.map((name) => [name, triggers[name]] as const),
    ["validFrom", lesson.validFrom],
    ["validUntil", lesson.validUntil],
  ]);
}
