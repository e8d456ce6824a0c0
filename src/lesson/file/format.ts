import { bodyFields, type Kind } from "../record/body.ts";

/**
 * What the writer and the reader of a shared lesson file must agree on. A file is frontmatter with the
 * short facts, and then the body: each field under a heading with its label.
 */
export const lessonFileVersion = 1;

/** The first key of the frontmatter: it says that the file is one of ours. */
export const lessonFileMark = "lesson";

/** A longer file is not read, and therefore not written. */
export const longestLessonFile = 64_000;

/** Each may take seconds to judge, and whoever clones a project did not choose them. */
export const mostSharedPatterns = 20;

/** How the entries of a list begin. */
export type ListMarker = (index: number) => string;

/** Steps are numbered; a checklist says what it is. */
export function listMarker(format: string | undefined): ListMarker {
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
 * does what opens a comment, because a page that shows the file would hide what follows.
 */
export function guardText(kind: Kind, text: string): string {
  return (
    eachLine(text, (line) => (headedField(kind, bare(line)) === undefined ? line : `\\${line}`))
      // Twice as many and one more: the ones that were there are text to a Markdown reader, too.
      .replace(commentStart, (_, slashes: string, rest: string) => `${slashes}${slashes}\\${rest}`)
  );
}

/** The text that was guarded. What nobody guarded stays as somebody wrote it. */
export function unguardText(kind: Kind, text: string): string {
  const shown = text.replace(commentStart, (whole, slashes: string, rest: string) =>
    slashes.length % 2 === 0 ? whole : `${slashes.slice(0, (slashes.length - 1) / 2)}${rest}`,
  );
  return eachLine(shown, (line) =>
    line.startsWith("\\") && headedField(kind, bare(line)) !== undefined ? line.slice(1) : line,
  );
}

/** The lookbehind makes it start at the first backslash only, so that a long row of them takes no longer. */
const commentStart = /(?<!\\)(\\*)(<!--)/g;

function bare(line: string): string {
  return line.replace(/^\\+/, "");
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}
