import { stringify } from "yaml";
import { bodyFields, bodyValue } from "../record/body.ts";
import {
  fieldHeading,
  guardText,
  lessonFileMark,
  lessonFileVersion,
  listMarker,
} from "./format.ts";
import { lessonFields } from "../record/fields.ts";
import { lessonValue } from "../record/record.ts";
import type { Lesson } from "../record/lesson.ts";
import { onOneLine } from "../../platform/yaml.ts";
import { noTriggers, triggerFields } from "../record/triggers.ts";

/**
 * A lesson as a Markdown file for a project: what it says and when it concerns a call. Whether it holds a
 * call back, how sure somebody is, and where it was seen is each person's own and is not written.
 */
export function renderLessonFile(lesson: Lesson): string {
  const facts = lessonFields.flatMap(
    ({ name, shared }): readonly (readonly [string, unknown])[] => {
      if (shared !== true) return [];
      if (name === "body") return [["format", formatOf(lesson)]];
      return [[name, name === "triggers" ? triggersToWrite(lesson) : lessonValue(lesson, name)]];
    },
  );
  const frontmatter = stringify(
    {
      [lessonFileMark]: lessonFileVersion,
      ...Object.fromEntries(facts.filter(([, value]) => !isNothing(value))),
      contentHash: lesson.contentHash,
    },
    onOneLine,
  );
  return `---\n${frontmatter}---\n${sections(lesson).join("")}`;
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}

/** Only what differs from a lesson without triggers: the file is there to be read. */
function triggersToWrite({ triggers }: Lesson): object {
  const said = triggerFields.filter(
    (name) => JSON.stringify(triggers[name]) !== JSON.stringify(noTriggers[name]),
  );
  return Object.fromEntries(said.map((name) => [name, triggers[name]]));
}

function sections(lesson: Lesson): readonly string[] {
  const { kind, body } = lesson;
  return bodyFields[kind].flatMap(({ name, label, is }) => {
    const value = bodyValue(body, name);
    if (value === undefined || is === "format") return [];
    const text = typeof value === "string" ? guardText(kind, value) : listText(lesson, value);
    return [`\n${fieldHeading(label)}\n\n${text}\n`];
  });
}

/** Lines after the first are indented, so that none of them can be taken for the next entry. */
function listText(lesson: Lesson, items: readonly string[]): string {
  const format = formatOf(lesson);
  const marker = listMarker(format);
  return items
    .map((item, index) => {
      const indent = " ".repeat(format === "checkbox" ? 2 : marker(index).length);
      return marker(index) + guardText(lesson.kind, item).replace(/\n(?!\n|$)/g, `\n${indent}`);
    })
    .join("\n");
}

function formatOf(lesson: Lesson): string | undefined {
  return lesson.kind === "checklist" ? lesson.body.format : undefined;
}
