import { bodyFields, bodyValue, type BodyField } from "../record/body.ts";
import type { Evidence, EvidenceCounts } from "../record/history.ts";
import { lessonFields, type FieldName } from "../record/fields.ts";
import {
  fixWords,
  fromRecord,
  valueText,
  type FullRecord,
  type LessonRecord,
} from "../record/record.ts";
import { type Doubt, doubtWords } from "../../measure/doubt/doubt.ts";
import type { Lesson } from "../record/lesson.ts";
import { dangerMarks, originMark } from "../record/danger.ts";
import { levelOf } from "../record/level.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import type { Score } from "../score/score.ts";
import { declaredIn } from "../record/triggers.ts";
import { day, hang, plural, row, rows } from "../../cli/layout.ts";
import { headingColumn, lessonHeading, type Look } from "../../cli/level-word.ts";

/** Everything about a lesson. */
export function lessonCard(record: FullRecord, look: Look, doubt?: Doubt): string {
  const { style } = look;
  const left = record.evidence.length - mostEvidence;
  const seen = [
    countWords(record),
    ...record.evidence.slice(0, mostEvidence).map(evidenceText),
    ...(left > 0 ? [`and ${left} more (lessons show ${record.slug} --json)`] : []),
  ];
  const lines = [
    lessonHeading(record, look),
    hang("", record.slug, { column: headingColumn, width: look.width }),
    ...bodyRows(record, look, ({ label }) => label),
    "",
    ...facts(record).map(([label, text]) => row(style("dim", label), text, look)),
    ...rows(style("dim", "seen"), seen, look),
    ...rows(style("yellow", "caution"), cautionWords(record), look),
    ...rows(style("dim", "doubtful"), doubt === undefined ? [] : [doubtWords(doubt)], look),
    ...rows(style("dim", "history"), history(record), look),
  ];
  return `${lines.join("\n")}\n`;
}

const mostEvidence = 5;

/** Who wrote it, where that was nobody who decides, and what is dangerous about it. */
function cautionWords(record: FullRecord): readonly string[] {
  const lesson = fromRecord(record);
  const origin = originMark(lesson);
  return [...(origin === undefined ? [] : [origin]), ...dangerMarks(lesson)].map(
    (mark) => `it ${mark}`,
  );
}

/** What a lesson says, field by field: a word for the field, and its text below. */
export function bodyRows(
  { kind, body }: Pick<Lesson, "kind" | "body">,
  { style, width }: Look,
  wordOf: (field: BodyField) => string,
): readonly string[] {
  return bodyFields[kind].flatMap((field) => {
    const value = bodyValue(body, field.name);
    if (value === undefined || field.is === "format") return [];
    const text = typeof value === "string" ? value : value.map((item) => `- ${item}`).join("\n");
    return ["", style("dim", wordOf(field)), hang("", text, { column: 2, width })];
  });
}

function history({ transitions, edits, feedback }: FullRecord): readonly string[] {
  return [
    ...transitions.map(
      ({ from, to, at, by, because }) =>
        `${day(at)}  ${from === "none" ? "" : `${from} `}→ ${to}: ${because} (${by})`,
    ),
    ...edits.map(
      ({ field, before, at, by }) => `${day(at)}  ${field} was ${plainText(before)} (${by})`,
    ),
    ...feedback.map(
      ({ verdict, note, at, by }) =>
        `${day(at)}  ${verdict}${note === undefined ? "" : `: ${plainLine(note)}`} (${by})`,
    ),
  ];
}

/** The fields that a card names, each with its word in front. What a lesson does not have is not named. */
function facts(record: LessonRecord): readonly (readonly [label: string, text: string])[] {
  return lessonFields.flatMap(({ name, card }): readonly (readonly [string, string])[] => {
    if (card === undefined) return [];
    if (name === "triggers") return conditions(record);
    const text = factText(record, name);
    return text === "" ? [] : [[card.label, `${card.before ?? ""}${text}`]];
  });
}

function factText(record: LessonRecord, name: FieldName): string {
  switch (name) {
    case "status":
      return statusText(record);
    case "priority":
      return `${record.priority} (${levelOf(record.priority)})${breakdown(record.scores?.priority)}`;
    case "confidence":
      return `${record.confidence}${breakdown(record.scores?.confidence)}`;
    case "fix":
      return record.fix === null ? "" : fixWords(record.fix);
    default:
      return valueText(record[name]);
  }
}

/** Only the first value of a condition has the word in front. */
function conditions({ triggers }: LessonRecord): readonly (readonly [string, string])[] {
  return declaredIn(triggers).flatMap(({ label, values }) =>
    values.map((value, index) => [index === 0 ? label : "", value] as const),
  );
}

function statusText(record: LessonRecord): string {
  const by = record.statusBy === null ? "" : ` (by ${record.statusBy})`;
  const why = record.archiveReason === null ? "" : `: ${record.archiveReason}`;
  return `${record.status} since ${day(record.statusSince)}${by}${why}`;
}

function breakdown(score: Score | undefined): string {
  return score === undefined ? "" : ` = ${summands(score)} [${score.formula}]`;
}

/** What a score is made of: `+0.4 base, −0.06 heuristic only`. */
export function summands({ parts, limits }: Score): string {
  return [...parts, ...limits]
    .map(({ label, amount }) => `${amount < 0 ? "−" : "+"}${Math.abs(amount)} ${label}`)
    .join(", ");
}

/** How often something was seen in logs. */
export function countWords(counts: EvidenceCounts): string {
  const { occurrenceCount, sessionCount, projectCount } = counts;
  if (occurrenceCount === 0) return "never in a log";
  return `${plural(occurrenceCount, "time")} in ${plural(sessionCount, "session")} and ${plural(projectCount, "project")}`;
}

/** When, where and how something was seen. All of it comes from logs, where anything may stand. */
export function evidenceText(item: Evidence): string {
  const quote = item.quote === undefined ? "" : `: ${plainLine(item.quote)}`;
  const when = day(item.seenAt);
  const agent = plainLine(item.agent);
  if (item.is === "tally") return `${when}  ${agent} counted ${item.occurrences}${quote}`;
  const place = item.place === undefined ? "" : ` ${plainLine(item.place.file)}:${item.place.line}`;
  return `${when}  ${agent} ${plainLine(item.sessionId)}${place}${quote}`;
}
