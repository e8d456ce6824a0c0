import { bodyFields } from "../core/body.ts";
import { contentText } from "../core/content-text.ts";
import type { Lesson } from "../core/lesson.ts";
import { levels, parseLevel, priorityOfLevel } from "../core/level.ts";
import { triggerFields } from "../core/triggers.ts";
import { inTransaction } from "../store/database.ts";
import { addHistory } from "../store/history.ts";
import { findByContentHash, updateLesson } from "../store/lessons.ts";
import { Fault } from "../system/fault.ts";
import { sha256 } from "../system/hash.ts";
import { changeList, type ListStyle } from "./change-list.ts";
import { requireLesson } from "./find-lesson.ts";
import { requireDraft } from "./read-draft.ts";
import type { Workshop } from "./workshop.ts";

export interface EditOutcome {
  readonly lesson: Lesson;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/**
 * Changes one field to what a person typed, by the rules for a new lesson. What was there before is
 * kept in the history. A status is moved, not edited.
 */
export async function editLesson(
  workshop: Workshop,
  name: string,
  field: string,
  typed: string,
): Promise<EditOutcome> {
  const { database, system } = workshop;
  const current = requireLesson(database, name);
  const editable = fieldNamed(current, field);
  const after = editable.read(typed);
  const draft = await requireDraft(
    editable.put(draftOf(current), after),
    `${current.slug}: ${field}`,
  );

  return inTransaction(database, () => {
    // Patterns may have been checked for seconds: take the newest state, not the one we started from.
    const lesson = requireLesson(database, current.id);
    const now = system.now();
    const changed = { ...lesson, ...draft, scores: scoresAfter(lesson, field) } as Lesson;
    const contentHash = sha256(contentText(changed.kind, changed.body, changed.triggers));
    refuseTwin(findByContentHash(database, contentHash), lesson);

    const before = editable.take(lesson);
    const stored = editable.take(changed);
    const edit = {
      field,
      before: JSON.stringify(before ?? null),
      after: JSON.stringify(stored ?? null),
    };
    if (edit.before === edit.after)
      return { lesson, field, before, after: stored, isChanged: false };

    const edited: Lesson = { ...changed, contentHash, updatedAt: now };
    updateLesson(database, edited);
    addHistory(database, lesson.id, { edits: [{ ...edit, at: now, by: "person" }] });
    return { lesson: edited, field, before, after: stored, isChanged: true };
  });
}

interface EditableField {
  readonly name: string;
  readonly take: (lesson: Lesson) => unknown;
  /** What was typed as a value; the schema judges it afterwards. */
  readonly read: (typed: string) => unknown;
  readonly put: (draft: Draft, value: unknown) => Draft;
}

type Draft = Readonly<Record<string, unknown>>;

function fieldNamed(lesson: Lesson, name: string): EditableField {
  const fields = fieldsOf(lesson);
  const found = fields.find((field) => field.name === name);
  if (found !== undefined) return found;
  throw new Fault("bad-input", `a ${lesson.kind} has no field "${name}" that can be edited`, {
    hint: `it has ${fields.map((field) => field.name).join(", ")}`,
  });
}

function fieldsOf(lesson: Lesson): readonly EditableField[] {
  const plain = (name: keyof Lesson, read: EditableField["read"]): EditableField => ({
    name,
    take: (from) => from[name],
    read,
    put: (draft, value) => withKey(draft, name, value),
  });
  const inside = (
    branch: "body" | "triggers",
    name: string,
    read: EditableField["read"],
  ): EditableField => {
    const take = (from: Readonly<Record<string, unknown>>) => branchOf(from, branch)[name];
    return {
      name,
      take: (from) => take({ ...from }),
      read,
      put: (draft, value) => ({
        ...draft,
        [branch]: withKey(branchOf(draft, branch), name, value),
      }),
    };
  };
  const list = (style: ListStyle, current: unknown) => (typed: string) =>
    changeList(toTexts(current), typed, style);
  const body: Readonly<Record<string, unknown>> = { ...lesson.body };
  return [
    plain("summary", asText),
    ...bodyFields[lesson.kind].map((field) =>
      inside("body", field.name, field.is === "list" ? list("lines", body[field.name]) : asText),
    ),
    plain("priority", asPriority),
    plain("confidence", asNumber),
    plain("tags", list("words", lesson.tags)),
    plain("scope", asText),
    plain("delivery", asText),
    ...triggerFields.map((name) =>
      inside(
        "triggers",
        name,
        list(name.endsWith("Patterns") ? "one" : "words", lesson.triggers[name]),
      ),
    ),
    plain("validFrom", asText),
    plain("validUntil", asText),
    plain("supersededBy", asText),
  ];
}

/** The lesson in the words of a draft: only what the rules for a new lesson look at. */
function draftOf(lesson: Lesson): Draft {
  const { stage, contentHash, scores, ...rest } = lesson;
  return rest;
}

/** A number that a person gave has no breakdown. */
function scoresAfter(lesson: Lesson, field: string): Lesson["scores"] {
  const { priority, confidence } = lesson.scores ?? {};
  const kept = {
    ...(priority === undefined || field === "priority" ? {} : { priority }),
    ...(confidence === undefined || field === "confidence" ? {} : { confidence }),
  };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function refuseTwin(same: Lesson | undefined, lesson: Lesson): void {
  if (same === undefined || same.id === lesson.id) return;
  throw new Fault(
    "already-there",
    `that would make it the same as ${same.slug} (${same.stage.status})`,
    {
      hint: `lessons show ${same.slug}, or archive one of the two`,
    },
  );
}

function withKey(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _, ...others } = draft;
  return value === undefined ? others : { ...others, [name]: value };
}

function branchOf(tree: Draft, name: string): Draft {
  const branch = tree[name];
  return typeof branch === "object" && branch !== null ? { ...branch } : {};
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** An empty text takes an optional field away; a required one then says that it is missing. */
function asText(typed: string): string | undefined {
  return typed.trim() === "" ? undefined : typed;
}

function asNumber(typed: string): number | string {
  const number = Number(typed);
  return typed.trim() === "" || Number.isNaN(number) ? typed : number;
}

function asPriority(typed: string): number | string {
  const level = parseLevel(typed);
  if (level !== undefined) return priorityOfLevel[level];
  const number = asNumber(typed);
  if (typeof number === "number") return number;
  throw new Fault("bad-input", `priority must be 1 to 10 or a level, not "${typed}"`, {
    hint: levels.join(", "),
  });
}
