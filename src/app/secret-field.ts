import { bodyFields, bodyValue } from "../core/body.ts";
import type { Lesson } from "../core/lesson.ts";
import type { Redact } from "../core/redact.ts";
import { triggerFields } from "../core/triggers.ts";

/** The first field of a lesson with what looks like a secret, an address or the owner's name. */
export function secretField(lesson: Lesson, redact: Redact): string | undefined {
  const { kind, body, summary, triggers } = lesson;
  const fields: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ["summary", summary],
    ...bodyFields[kind].map(({ name }) => [name, bodyValue(body, name)] as const),
    ...triggerFields.map((name) => [name, triggers[name]] as const),
  ];
  return fields.find(([, value]) =>
    [value ?? []].flat().some((text) => redact(text) !== text),
  )?.[0];
}
