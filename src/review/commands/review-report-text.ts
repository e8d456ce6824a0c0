import { fieldNamed } from "../../lesson/edit.ts";
import type { ReviewReport } from "../apply-review.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { plural } from "../../cli/layout.ts";
import { tagsInOrder } from "./review-words.ts";
import { toRenderText } from "../../knowledge/commands/to-render-text.ts";

/** What is about to happen (PRD-002 §9.2). `report` is that of a dry run. */
export function confirmationText(report: ReviewReport): string {
  const slugs = (lessons: readonly Lesson[]) => lessons.map(({ slug }) => slug).join(", ");
  const lines = [
    ...report.edited.map(
      ({ lesson, fields }) => `✎ Edit: ${lesson.slug} (${changes(lesson, fields)})`,
    ),
    ...(report.added.length === 0 ? [] : [`✓ Promote: ${report.added.map(promoted).join(", ")}`]),
    ...report.expanded.map(({ lesson, into }) => `⊕ Expand: ${into} by ${lesson.slug}`),
    ...report.archived.map(({ lesson, reason }) => `✗ Archive: ${lesson.slug} (${reason})`),
    ...(report.unarchived.length === 0 ? [] : [`↶ Unarchive: ${slugs(report.unarchived)}`]),
    ...(report.skipped.length === 0 ? [] : [`↷ Skip: ${slugs(report.skipped)} ${nextTime}`]),
    ...report.warnings.map((warning) => `! ${warning}`),
  ];
  return `Got it. About to:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** What was done (PRD-002 §9.3). */
export function reportText(report: ReviewReport): string {
  const lines = [
    ...report.added.map((lesson) => `✓ Added: ${lesson.slug} (${addedFacts(lesson).join(", ")})`),
    ...report.expanded.map(({ lesson, into }) => `⊕ Expanded: ${into} (by ${lesson.slug})`),
    ...editedOnly(report).map(
      (lesson) => `✎ Edited: ${lesson.slug} (still ${lesson.stage.status})`,
    ),
    ...report.archived.map(({ lesson, reason }) => `✗ Archived: ${lesson.slug} (${reason})`),
    ...report.unarchived.map((lesson) => `↶ Unarchived: ${lesson.slug} (a candidate again)`),
    ...report.skipped.map((lesson) => `↷ Skipped: ${lesson.slug} ${nextTime}`),
    ...report.warnings.map((warning) => `! ${warning}`),
  ];
  const end =
    report.session === undefined
      ? "Nothing was written."
      : `lesson-cache.json rebuilt. ${plural(report.added.length, "new lesson")} active.\nTake it back: lessons undo`;
  const next = report.session === undefined ? "" : toRenderText(report.toRender);
  return `${lines.map((line) => `${line}\n`).join("")}\n${end}\n${next}`;
}

/** `summary → "…"`: what each field will be. */
function changes(lesson: Lesson, fields: readonly string[]): string {
  return fields
    .map((field) => `${field} → ${JSON.stringify(fieldNamed(lesson, field).take(lesson) ?? null)}`)
    .join(", ");
}

const nextTime = "(will reappear next session)";

/** Those that were edited and got no other verdict. */
function editedOnly({ edited, ...report }: ReviewReport): readonly Lesson[] {
  const decided = new Set(
    [
      ...report.added,
      ...report.unarchived,
      ...report.skipped,
      ...report.archived.map(({ lesson }) => lesson),
      ...report.expanded.map(({ lesson }) => lesson),
    ].map(({ id }) => id),
  );
  return edited.flatMap(({ lesson }) => (decided.has(lesson.id) ? [] : [lesson]));
}

function promoted(lesson: Lesson): string {
  return lesson.delivery === "hold" ? `${lesson.slug} (hold)` : lesson.slug;
}

/** What it is about in one tag, how much it matters, and whether it stops the call. */
function addedFacts({ tags, priority, delivery }: Lesson): readonly string[] {
  const hold = delivery === "hold" ? ["hold"] : [];
  return [...tagsInOrder(tags).slice(0, 1), `priority:${priority}`, ...hold];
}
