import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import type { TextSnapshot } from "../review-state.ts";
import { fieldHeading, guardText } from "../../lesson/file/write.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { declaredIn } from "../../lesson/record/triggers.ts";
import { sha256 } from "../../platform/hash.ts";

/** How the path of a lesson as a note begins. */
export const lessonNoteMark = "lesson:";

/**
 * A lesson record as a note. The text holds what a reviewer judges (what it says, when it fires, how much
 * it matters and where it holds) and nothing that a scan raises: a lesson is stale when it changed, not
 * when it was seen again. Two lessons that differ in any of it have different texts.
 */
export function lessonNote(lesson: Lesson): TextSnapshot {
  const text = lessonNoteText(lesson);
  return { path: `${lessonNoteMark}${lesson.slug}`, text, hash: sha256(text), kind: lesson.kind };
}

function lessonNoteText(lesson: Lesson): string {
  const { kind, summary, priority, scope, body, triggers } = lesson;
  const sections = bodyFields[kind].flatMap(({ name, label }) => {
    const value = bodyValue(body, name);
    if (value === undefined) return [];
    const text = typeof value === "string" ? guardText(kind, value) : entries(value);
    return [`${fieldHeading(label)}\n\n${text}\n`];
  });
  const conditions = declaredIn(triggers).map(
    ({ name, values }) => `- ${name}: ${values.map(quoted).join(", ")}\n`,
  );
  const facts = [`- kind: ${kind}\n`, `- level: ${levelOf(priority)}\n`, `- scope: ${scope}\n`];
  // The body comes last: nothing in it can be taken for what stands above.
  return [
    `# ${summary}\n`,
    facts.join(""),
    `## Triggers\n\n${conditions.join("")}`,
    ...sections,
  ].join("\n");
}

/** As JSON, so that an entry cannot look like two. */
function entries(items: readonly string[]): string {
  return items.map((item) => `- ${quoted(item)}`).join("\n");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
