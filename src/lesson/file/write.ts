import { stringify } from "yaml";
import { bodyFields, bodyValue, type Kind } from "../record/body.ts";
import { lessonFields } from "../record/fields.ts";
import { lessonValue } from "../record/record.ts";
import type { Lesson } from "../record/lesson.ts";
import { onOneLine } from "../../platform/yaml.ts";
import { breakTags, tagRest } from "../../redact/frames.ts";
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
  const frontmatter = {
    [lessonFileMark]: lessonFileVersion,
    ...Object.fromEntries(facts.filter(([, value]) => !isNothing(value))),
    contentHash: lesson.contentHash,
  };
  return `---\n${breakTagsInYaml(frontmatter)}---\n${sections(lesson).join("")}`;
}

/** Only quoted texts can be spelled another way. */
function breakTagsInYaml(facts: object): string {
  const text = stringify(facts, onOneLine);
  if (breakTags(text) === text) return text;
  return stringify(facts, { ...onOneLine, defaultStringType: "QUOTE_DOUBLE" }).replaceAll(
    "<",
    "\\x3C",
  );
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
  return {
    ...Object.fromEntries(said.map((name) => [name, triggers[name]])),
    ...(triggers.conditions === undefined ? {} : { conditions: triggers.conditions }),
  };
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

/**
 * What the writer and the reader of a shared lesson file must agree on. A file is frontmatter with the
 * short facts, and then the body: each field under a heading with its label.
 */
export const lessonFileVersion = 1;

/** The first key of the frontmatter: it says that the file is one of ours. */
export const lessonFileMark = "lesson";

/** Each may take seconds to judge, and whoever clones a project did not choose them. */
export const mostSharedPatterns = 20;

/** How the entries of a list begin. Steps are numbered; a checklist says what it is. */
function listMarker(format: string | undefined): (index: number) => string {
  if (format === "checkbox") return () => "- [ ] ";
  return format === "bulleted" ? () => "- " : (index) => `${index + 1}. `;
}

export function fieldHeading(label: string): string {
  return `## ${label}`;
}

/** The name of the field that a line is the heading of. A heading that is no label of the kind is text. */
export function headedField(kind: Kind, line: string): string | undefined {
  const text = line.trimEnd();
  return bodyFields[kind].find(({ label }) => text === fieldHeading(label))?.name;
}

/**
 * Text that can stand in a file: a line that would be read as one of our headings gets a backslash, and so
 * does what opens a comment, because a page that shows the file would hide what follows, and a frame of an agent that
 * reads it.
 */
export function guardText(kind: Kind, text: string): string {
  return (
    eachLine(text, (line) => (headedField(kind, bare(line)) === undefined ? line : `\\${line}`))
      // Twice as many and one more: the ones that were there are text to a Markdown reader, too.
      .replace(commentStart, (_, slashes: string, rest: string) => `${slashes}${slashes}\\${rest}`)
      .replace(frameStart, (_, slashes: string) => `<${slashes}${slashes}\\`)
  );
}

/** The text that was guarded. What nobody guarded stays as somebody wrote it. */
export function unguardText(kind: Kind, text: string): string {
  const framed = text.replace(frameStart, (whole, slashes: string) =>
    slashes.length % 2 === 0 ? whole : `<${slashes.slice(0, (slashes.length - 1) / 2)}`,
  );
  const shown = framed.replace(commentStart, (whole, slashes: string, rest: string) =>
    slashes.length % 2 === 0 ? whole : `${slashes.slice(0, (slashes.length - 1) / 2)}${rest}`,
  );
  return eachLine(shown, (line) =>
    line.startsWith("\\") && headedField(kind, bare(line)) !== undefined ? line.slice(1) : line,
  );
}

/** The lookbehind makes it start at the first backslash only, so that a long row of them takes no longer. */
const commentStart = /(?<!\\)(\\*)(<!--)/g;
const frameStart = new RegExp(`<(\\\\*)(?=${tagRest})`, "giu");

function bare(line: string): string {
  return line.replace(/^\\+/, "");
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}
