import { bodyFields, bodyValue } from "./record/body.ts";
import { lessonFields } from "./record/fields.ts";
import { lessonValue, valueText } from "./record/lesson-record.ts";
import type { Lesson } from "./record/lesson.ts";
import type { Redact } from "../redact/redact.ts";
import { triggerFields } from "./record/triggers.ts";

/** The first field of a lesson with what looks like a secret, an address or the owner's name, of those with free text. */
export function secretField(lesson: Lesson, redact: Redact): string | undefined {
  const { kind, body, triggers } = lesson;
  const fields: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ...freeTexts.map(({ name }) => [name, valueText(lessonValue(lesson, name))] as const),
    ...bodyFields[kind].map(({ name }) => [name, bodyValue(body, name)] as const),
    ...triggerFields.map((name) => [name, triggers[name]] as const),
  ];
  return fields.find(([, value]) =>
    [value ?? []].flat().some((text) => redact(text) !== text),
  )?.[0];
}

const freeTexts = lessonFields.filter(
  ({ is, shared }) => shared === true && (is === "summary" || is === "line"),
);
