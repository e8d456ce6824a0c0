import { bodyFields, bodyValue } from "../record/body.ts";
import type { Evidence } from "../record/history.ts";
import { lessonFields, type FieldName } from "../record/fields.ts";
import { valueText, type FullRecord, type LessonRecord } from "../record/record.ts";
import { levelOf } from "../record/level.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";
import type { Score } from "../score/score.ts";
import { triggerFields, triggerTable } from "../record/triggers.ts";
import { day, hang, plural, wrap } from "../../cli/layout.ts";
import { levelWord, type Look } from "../../cli/level-word.ts";

/** Everything about a lesson. */
export function lessonCard(record: FullRecord, look: Look): string {
  const { style, width } = look;
  const line = (label: string, text: string) =>
    hang(style("dim", label), text, { column: 14, width });
  const body = bodyFields[record.kind].flatMap(({ name, label, is }) => {
    const value = bodyValue(record.body, name);
    if (value === undefined || is === "format") return [];
    const text = typeof value === "string" ? value : value.map((item) => `- ${item}`).join("\n");
    return ["", style("dim", label), ...wrap(text, width - 2).map((row) => `  ${row}`.trimEnd())];
  });
  const rows = [
    hang(levelWord(record.priority, look), style("bold", record.summary), { column: 10, width }),
    hang("", record.slug, { column: 10, width }),
    ...body,
    "",
    ...facts(record).map(([label, text]) => line(label, text)),
    line("seen", sightings(record)),
    ...record.evidence.slice(0, 5).map((item) => line("", evidenceText(item))),
    ...(record.evidence.length > 5
      ? [line("", `and ${record.evidence.length - 5} more (lessons show ${record.slug} --json)`)]
      : []),
    ...record.transitions.map((move, index) =>
      line(
        index === 0 ? "history" : "",
        `${day(move.at)}  ${move.from === "none" ? "" : `${move.from} `}→ ${move.to}: ${move.because} (${move.by})`,
      ),
    ),
    ...record.edits.map((edit) =>
      line("", `${day(edit.at)}  ${edit.field} was ${plainText(edit.before)} (${edit.by})`),
    ),
    ...record.feedback.map((item) =>
      line(
        "",
        `${day(item.at)}  ${item.verdict}${item.note === undefined ? "" : `: ${plainLine(item.note)}`} (${item.by})`,
      ),
    ),
  ];
  return `${rows.join("\n")}\n`;
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
    default:
      return valueText(record[name]);
  }
}

/** Only the first value of a condition has the word in front. */
function conditions({ triggers }: LessonRecord): readonly (readonly [string, string])[] {
  return triggerFields.flatMap((name) =>
    triggers[name].map(
      (value, index) => [index === 0 ? triggerTable[name].label : "", value] as const,
    ),
  );
}

function statusText(record: LessonRecord): string {
  const by = record.statusBy === null ? "" : ` (by ${record.statusBy})`;
  const why = record.archiveReason === null ? "" : `: ${record.archiveReason}`;
  return `${record.status} since ${day(record.statusSince)}${by}${why}`;
}

function breakdown(score: Score | undefined): string {
  if (score === undefined) return "";
  const parts = [...score.parts, ...score.limits].map(
    ({ label, amount }) => `${amount < 0 ? "−" : "+"}${Math.abs(amount)} ${label}`,
  );
  return ` = ${parts.join(", ")} [${score.formula}]`;
}

function sightings(record: LessonRecord): string {
  if (record.occurrenceCount === 0) return "never in a log";
  return `${plural(record.occurrenceCount, "time")} in ${plural(record.sessionCount, "session")} and ${plural(record.projectCount, "project")}`;
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
