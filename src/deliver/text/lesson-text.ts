import { type BodyField, bodyFields, bodyValue } from "../../lesson/record/body.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { FullRecord } from "../../lesson/record/record.ts";
import { firstPart } from "../../redact/excerpt.ts";
import { utf8Length } from "../plan/budget.ts";
import { harmlessItem, harmlessLine, harmlessText } from "./harmless.ts";

/** A lesson as the agent reads it, and the one line that stands in for it when the budget is short. */
interface LessonText {
  readonly text: string;
  readonly shortText: string;
  /** What goes wrong and what to do in one line, for the person who watches. */
  readonly notice: string;
}

/**
 * Advice with its origin: one heading, the fields of its kind, where it comes from. Whatever a lesson
 * says, only our own words begin a line, so no lesson can pass for another one or for its frame.
 */
export function renderLesson(
  lesson: Lesson,
  origin: Origin,
  { mostBytes = mostChecklistBytes }: { readonly mostBytes?: number | undefined } = {},
): LessonText {
  const heading = `${levelOf(lesson.priority)} ${lesson.kind}: ${cut(harmlessLine(lesson.summary), longestHeading)}`;
  const from = `${originText(lesson, origin)} · lessons show ${lesson.slug}`;
  const composed = (body: readonly string[]) =>
    [
      `### ${heading}`,
      ...body,
      "",
      `${from} · lessons good ${lesson.slug} · lessons bad ${lesson.slug}`,
    ].join("\n");
  return {
    text:
      lesson.kind === "checklist"
        ? fittedChecklist(lesson.body.items.length)
        : composed(bodyLines(lesson)),
    shortText: `${heading} (${from})`,
    notice: noticeOf(lesson),
  };

  /** A checklist with a hole is worth less than none: it is cut by the budget alone, and says how much is missing. */
  function fittedChecklist(all: number): string {
    const shows = (count: number) => composed(bodyLines(lesson, count));
    let [fits, tooMany] = [1, all + 1];
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (utf8Length(shows(middle)) <= mostBytes) fits = middle;
      else tooMany = middle;
    }
    return shows(fits);
  }
}

/** `git stash leaves untracked files behind → use git stash -u`; without a short way out only what goes wrong. */
function noticeOf(lesson: Lesson): string {
  const summary = cut(harmlessLine(lesson.summary), longestNotice);
  const remedy = harmlessLine(remedyOf(lesson));
  const isNew = remedy !== "" && !summary.includes(remedy) && remedy.length <= longestRemedy;
  return isNew ? `${summary} → ${remedy}` : summary;
}

function remedyOf({ fix, body, kind }: Lesson): string {
  if (fix !== undefined) return fix.how === "first" ? `first ${fix.to}` : fix.to;
  const field = remedies[kind];
  const value = field === undefined ? undefined : bodyValue(body, field);
  return typeof value === "string" ? value : "";
}

/** The field of a kind that says what to do. */
const remedies: Readonly<Partial<Record<Lesson["kind"], string>>> = {
  pitfall: "remediation",
  warning: "mitigation",
  pattern: "action",
};

const longestNotice = 120;
const longestRemedy = 80;

/** A lesson that says more than this is read with `lessons show`; cut it says more than its summary alone. */
const longestHeading = 160;
const longestField = 1000;
const longestItem = 200;
const mostItems = 20;
/** Where nobody says what the budget is: that of the settings, if nobody has changed it. */
const mostChecklistBytes = 4096;

function bodyLines(lesson: Lesson, most = mostItems): readonly string[] {
  return bodyFields[lesson.kind].flatMap((field) => {
    const value = bodyValue(lesson.body, field.name);
    if (value === undefined || field.is === "format") return [];
    if (typeof value !== "string") return listLines(lesson, field, value, most);
    return isRepeated(lesson, field, value) ? [] : [fieldText(field.label, value)];
  });
}

/** Several lines stand together below their label: they may be code. */
function fieldText(label: string, value: string): string {
  const text = cut(harmlessText(value, { indent: 0 }), longestField);
  return text.includes("\n") ? `${label}:\n    ${text}` : `${label}: ${text}`;
}

/** The title of a checklist is often its summary. */
function isRepeated(lesson: Lesson, field: BodyField, value: string): boolean {
  return field.name === "title" && harmlessLine(value) === harmlessLine(lesson.summary);
}

function listLines(
  lesson: Lesson,
  field: BodyField,
  items: readonly string[],
  most: number,
): readonly string[] {
  const isChecklist = lesson.kind === "checklist";
  const label = isChecklist ? [] : [`${field.label}:`];
  const shown = items.slice(0, most).map((item, index) => {
    const mark = markOf(lesson, index);
    const text = harmlessItem(item, { indent: mark.indexOf(" ") + 1 });
    return mark + cut(text, isChecklist ? longestField : longestItem);
  });
  const left = items.length - shown.length;
  return [
    ...label,
    ...shown,
    ...(left > 0 ? [`and ${left} more: lessons show ${lesson.slug}`] : []),
  ];
}

function markOf(lesson: Lesson, index: number): string {
  const format = lesson.kind === "checklist" ? lesson.body.format : "numbered";
  switch (format) {
    case "checkbox":
      return "- [ ] ";
    case "numbered":
      return `${index + 1}. `;
    case "bulleted":
      return "- ";
  }
}

/** Between words where there are any, and never inside a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const room = length - ellipsis.length;
  const words = firstPart(text, room).trimEnd();
  if (words.length > room / 2) return words + ellipsis;
  return (
    text
      .slice(0, room)
      .replace(/[\uD800-\uDBFF]$/, "")
      .trimEnd() + ellipsis
  );
}

const ellipsis = " …";

/** What stands behind a lesson, as far as the agent reads it: derived from its evidence. */
export interface Origin {
  /** Zero when nobody saw it happen. */
  readonly sessions: number;
  readonly lastSeenAt?: Instant | undefined;
  /** A person has written what to do about it. */
  readonly isWorded?: boolean | undefined;
  /** A person has written while what it is to come. */
  readonly hasOwnWorkflow?: boolean | undefined;
}

export function originOf({ sessionCount, evidence, edits }: FullRecord): Origin {
  const lastSeenAt = evidence
    .map(({ seenAt }) => seenAt)
    .toSorted()
    .at(-1);
  const isOwn = (name: string) => edits.some(({ field, by }) => field === name && by === "person");
  return {
    sessions: sessionCount,
    lastSeenAt,
    isWorded: isOwn("remediation"),
    hasOwnWorkflow: isOwn("workflowNames"),
  };
}

/** Where a lesson comes from, in half a line: `from 4 of your sessions, last 2026-11-02`. */
export function originText(
  { source, createdAt }: Pick<Lesson, "source" | "createdAt">,
  origin: Origin,
): string {
  const written = day(createdAt);
  if (source === "manual") {
    return origin.sessions === 0
      ? `written by you on ${written}`
      : `written by you, seen in ${seen(origin, "of your sessions")}`;
  }
  // The sessions that another system counted may have been anybody's.
  if (source === "imported") {
    return origin.sessions === 0
      ? `imported on ${written}`
      : `imported, seen in ${seen(origin, origin.sessions === 1 ? "session" : "sessions")}`;
  }
  return origin.sessions === 0 ? `noted on ${written}` : `from ${seen(origin, "of your sessions")}`;
}

function seen({ sessions, lastSeenAt }: Origin, unit: string): string {
  const last = lastSeenAt === undefined ? "" : `, last ${day(lastSeenAt)}`;
  return `${sessions} ${unit}${last}`;
}

function day(instant: Instant): string {
  return instant.slice(0, "2026-11-02".length);
}
