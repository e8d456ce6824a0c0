import { type Body, type Kind, bodyFields, bodyValue } from "./body.ts";
import { countEvidence, type EvidenceCounts, type History } from "./history.ts";
import { lessonFields, type FieldName } from "./fields.ts";
import type { FieldsWith, FieldValue, Fix, Lesson } from "./lesson.ts";
import { stageOf, type Actor, type Stage } from "./lifecycle.ts";
import type { Redact } from "../../redact/redact.ts";
import { visible } from "../../redact/visible.ts";
import { declaredIn } from "./triggers.ts";

/**
 * A lesson as JSON: flat, every key always there, `null` where there is nothing. This is what
 * `--json` prints and what an export holds, so its shape is a promise.
 */
export type LessonRecord = { [K in Kind]: RecordOf<K> }[Kind];

/** A record with all that happened to the lesson: an export line. */
export type FullRecord = LessonRecord & History & { readonly sourceSessionIds: readonly string[] };

interface RecordOf<K extends Kind> extends RecordFields {
  readonly kind: K;
  readonly body: Body<K>;
}

type RecordFields = {
  readonly [Name in Exclude<FieldName, "kind" | "body">]:
    | FieldValue<Name>
    | (Name extends FieldsWith<{ optional: true }> ? null : never);
};

export function toRecord(lesson: Lesson, counts: EvidenceCounts): LessonRecord {
  const values: Readonly<Record<string, unknown>> = {
    ...lesson,
    ...stageFields(lesson.stage),
    ...counts,
  };
  // The table names exactly the fields of a record, and a lesson pairs kind and body.
  return Object.fromEntries(
    lessonFields.map(({ name }) => [name, values[name] ?? null]),
  ) as unknown as LessonRecord;
}

export function toFullRecord(lesson: Lesson, history: History): FullRecord {
  const { evidence, transitions, edits, feedback } = history;
  const sessions = evidence.flatMap((item) => (item.is === "sighting" ? [item.sessionId] : []));
  return {
    ...toRecord(lesson, countEvidence(evidence)),
    sourceSessionIds: [...new Set(sessions)],
    evidence,
    transitions,
    edits,
    feedback,
  };
}

/** The lesson of a record that has been validated. What is computed is not read. */
export function fromRecord(record: LessonRecord): Lesson {
  const { status, statusSince: since, statusBy, archiveReason: because } = record;
  const stage = stageOf(status, { since, by: statusBy ?? "import", because });
  return lessonWith({ ...record, stage });
}

/** The fields of a lesson out of those that are given, in the order of the table, without those that say nothing. */
export function lessonWith(
  values: Readonly<Record<string, unknown>> & { readonly stage: Stage },
): Lesson {
  const own = lessonFields.filter(
    ({ name, of }) => of === undefined && (values[name] ?? null) !== null,
  );
  return {
    ...Object.fromEntries(own.map(({ name }) => [name, values[name]])),
    stage: values.stage,
  } as unknown as Lesson;
}

/** The value of one field by name, where the lesson has it; those of the stage are in a record only. */
export function lessonValue(lesson: Lesson, name: FieldName): unknown {
  return (lesson as unknown as Readonly<Record<string, unknown>>)[name];
}

/** What was seen to work, in a line: "`bun` instead of `rtk bun` (worked 61 of 63 times)". */
export function fixWords({ how, from, to, times, repairs }: Fix): string {
  const worked =
    times === repairs ? `worked ${timesWord(times)}` : `worked ${times} of ${repairs} times`;
  const instead = from === undefined ? "" : ` instead of ${inCode(from)}`;
  return `${inCode(to)}${how === "first" ? " first" : instead} (${worked})`;
}

function timesWord(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function inCode(command: string): string {
  return `\`${command.replaceAll("`", "'")}\``;
}

/** A value on one line as people read it; nothing where there is none. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function stageFields(stage: Stage): Pick<LessonRecord, StageField> {
  const isArchived = stage.status === "archived";
  return {
    status: stage.status,
    statusSince: stage.since,
    statusBy: actorOf(stage),
    archivedAt: isArchived ? stage.since : null,
    archiveReason: isArchived ? stage.because : null,
  };
}

type StageField = FieldsWith<{ of: "stage" }> | "archivedAt";

function actorOf(stage: Stage): Actor | null {
  if (stage.status === "reviewed") return stage.by;
  return stage.status === "active" ? stage.confirmedBy : null;
}

/** The first field of a lesson with what looks like a secret, an address or the owner's name, of those with free text. */
export function secretField(lesson: Lesson, redact: Redact): string | undefined {
  const { kind, body, triggers, fix } = lesson;
  const fields: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ...freeTexts.map(({ name }) => [name, valueText(lessonValue(lesson, name))] as const),
    ...bodyFields[kind].map(({ name }) => [name, bodyValue(body, name)] as const),
    ...declaredIn(triggers).map(({ name, values }) => [name, values] as const),
    ["fix", fix === undefined ? [] : [fix.from ?? "", fix.to]],
  ];
  return fields.find(([, value]) =>
    [value ?? []].flat().some((text) => redact(text) !== visible(text)),
  )?.[0];
}

const freeTexts = lessonFields.filter(
  ({ is, shared }) => shared === true && (is === "summary" || is === "line"),
);
