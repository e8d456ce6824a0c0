import { bodyFields, bodyValue } from "../lesson/record/body.ts";
import { type LessonFilter, eachLesson } from "../lesson/table/list.ts";
import { fixWords, toFullRecord, type FullRecord } from "../lesson/record/record.ts";
import { levelOf } from "../lesson/record/level.ts";
import { declaredIn } from "../lesson/record/triggers.ts";
import { visibleJson } from "../redact/plain-text.ts";
import { visible } from "../redact/visible.ts";
import { historyOf } from "../lesson/table/history.ts";
import { lessonFromRow } from "../lesson/table/lessons.ts";
import type { Context } from "../platform/context.ts";

export type ExportFormat = "jsonl" | "markdown";

/** The lessons that fit as text, piece by piece, so that a large store does not have to fit into memory. */
export function* exportLessons(
  { database }: Pick<Context, "database">,
  filter: LessonFilter,
  format: ExportFormat,
): Generator<string> {
  if (format === "markdown") yield "# Lessons\n";
  for (const row of eachLesson(database, filter)) {
    const record = toFullRecord(lessonFromRow(row), historyOf(database, row.number));
    yield format === "jsonl"
      ? `${visibleJson({ ...selfDescription, ...record })}\n`
      : markdownSection(record);
  }
}

/** One line says what it is, so that a part of an export is an export too. */
const selfDescription = { $schema: "./schemas/lesson.schema.json", type: "lesson", version: 1 };

/** For people: JSON Lines is the form that can be read back. */
function markdownSection(record: FullRecord): string {
  const facts = [
    `\`${record.slug}\``,
    record.kind,
    record.status,
    `${levelOf(record.priority)} (${record.priority})`,
    `confidence ${record.confidence}`,
    record.scope,
  ];
  const body = bodyFields[record.kind].flatMap(({ name, label, is }) => {
    const value = bodyValue(record.body, name);
    if (value === undefined || is === "format") return [];
    return typeof value === "string"
      ? [`**${label}:** ${inline(value)}`]
      : [`**${label}:**\n\n${bullets(value)}`];
  });
  const triggers = declaredIn(record.triggers)
    .filter(({ name }) => name !== "injectOn")
    .map(({ name, values }) => `- ${name}: ${values.map(code).join(", ")}`);
  const parts = [
    `## ${inline(record.summary)}`,
    facts.join(" · "),
    ...body,
    ...(record.fix === null ? [] : [`**Fix:** ${inline(fixWords(record.fix))}`]),
    ...(triggers.length === 0 ? [] : [`**Triggers:**\n\n${triggers.join("\n")}`]),
    ...(record.tags.length === 0 ? [] : [record.tags.map(code).join(" ")]),
    `Seen ${record.occurrenceCount} times in ${record.sessionCount} sessions and ${record.projectCount} projects.`,
    ...(record.archiveReason === null ? [] : [`Archived: ${inline(record.archiveReason)}`]),
  ];
  return `\n${parts.join("\n\n")}\n`;
}

function bullets(values: readonly string[]): string {
  return values.map((value) => `- ${inline(value).replaceAll("\n", "\n  ")}`).join("\n");
}

/** Text of a lesson stays text: it cannot open a heading, a list, raw HTML or a rule at the start of a line. */
function inline(text: string): string {
  return visible(text)
    .replaceAll("<", "&lt;")
    .replace(/^([ \t]*)([#>+*=-]|\d+[.)])/gm, "$1\\$2");
}

/** A code span around any text, with a fence longer than the backticks inside. */
function code(hiding: string): string {
  const text = visible(hiding);
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}
