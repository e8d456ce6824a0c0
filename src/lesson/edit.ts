import type { Lesson } from "./record/lesson.ts";
import { inTransaction } from "../platform/database/database.ts";
import { withFreeAbout } from "./table/lessons.ts";
import { requireLesson } from "./find.ts";
import { storeChange } from "./change.ts";
import type { Context } from "../platform/context.ts";
import { isDeepStrictEqual } from "node:util";
import { bodyFields, contentText } from "./record/body.ts";
import type { Edit } from "./record/history.ts";
import { lessonFields, type LessonField } from "./record/fields.ts";
import { lessonValue } from "./record/record.ts";
import { conditionFields } from "./record/conditions.ts";
import { isPatternField, triggerFields } from "./record/triggers.ts";
import { typedValue } from "./record/level.ts";
import { Fault } from "../platform/fault.ts";
import { actorOf, requirePerson, whoIn, type PersonalAct } from "../platform/person/who.ts";
import { sha256 } from "../platform/hash.ts";
import { checkTriggers, flagUnproven, patternFault, readDraft } from "./draft.ts";

/**
 * Changes one field to what a person typed, by the rules for a new lesson. What was there before is
 * kept in the history. A status is moved, not edited.
 */
export async function editLesson(
  context: Context,
  name: string,
  field: string,
  typed: string,
): Promise<{ readonly lesson: Lesson; readonly isChanged: boolean }> {
  const { database, system } = context;
  const who = whoIn(context);
  const current = requireLesson(database, name);
  if (isPersonalEdit(current, field)) requirePerson(who, personalEdit(current, field, typed));
  const flags = await judgePatterns(current, applyEdit(current, field, typed));

  return inTransaction(database, () => {
    // Patterns may have been judged for seconds: the edit is made on the newest state.
    const lesson = requireLesson(database, current.id);
    if (isPersonalEdit(lesson, field)) requirePerson(who, personalEdit(lesson, field, typed));
    const now = system.now();
    const typedIn = { ...applyEdit(lesson, field, typed), ...flags, updatedAt: now };
    const edited = withFreeAbout(database, typedIn);
    const edits = fieldEdits(lesson, edited, [field], { at: now, by: actorOf(who) });
    if (edits.length === 0) return { lesson, isChanged: false };
    storeChange(database, { before: lesson, after: edited, edits, transitions: [] });
    return { lesson: edited, isChanged: true };
  });
}

/** An active lesson reaches agents as it is edited, and how one is delivered decides what becomes of calls. */
function isPersonalEdit({ stage }: Lesson, field: string): boolean {
  return stage.status === "active" || field.toLowerCase() === "delivery";
}

function personalEdit({ slug, stage }: Lesson, field: string, typed: string): PersonalAct {
  const what =
    stage.status === "active" ? `edit the active lesson ${slug}` : `set the delivery of ${slug}`;
  return {
    what,
    type: `lessons edit ${slug} ${field} '${typed.replaceAll("'", String.raw`'\''`)}'`,
  };
}

/** The lesson with one field as typed, checked by the schema. Only that field and the hash differ. */
export function applyEdit(lesson: Lesson, field: string, typed: string): Lesson {
  const { put, write } = fieldNamed(lesson, field);
  const reading = readDraft(put(draftOf(lesson), typed));
  if ("draft" in reading) return hashed(write(lesson, { ...reading.draft }));
  throw new Fault("bad-input", `${lesson.slug}: ${reading.problems.join("; ")}`, {
    hint: "docs/lesson-format.md describes every field",
  });
}

/** The lesson with the hash of what it says now. */
export function hashed(lesson: Lesson): Lesson {
  const contentHash = sha256(contentText(lesson.kind, lesson.body, lesson.triggers));
  return { ...lesson, contentHash };
}

/** Patterns that are new must be good; those that were there already have been judged before. */
export async function judgePatterns(
  before: Lesson,
  after: Lesson,
): Promise<Partial<Pick<Lesson, "flags">>> {
  if (isDeepStrictEqual(before.triggers, after.triggers)) return {};
  const report = await checkTriggers(after.triggers);
  const problem = report.problems.find(
    ({ field, pattern }) => !before.triggers[field].includes(pattern),
  );
  if (problem !== undefined) throw patternFault(after.slug, problem);
  return { flags: flagUnproven(after.flags, report) };
}

/** The record of these fields, of those that differ. */
export function fieldEdits(
  before: Lesson,
  after: Lesson,
  fields: readonly string[],
  { at, by }: Pick<Edit, "at" | "by">,
): readonly Edit[] {
  return fields.flatMap((name) => {
    const { name: field, take } = fieldNamed(before, name);
    const edit = {
      field,
      before: JSON.stringify(take(before) ?? null),
      after: JSON.stringify(take(after) ?? null),
    };
    return edit.before === edit.after ? [] : [{ ...edit, at, by }];
  });
}

/** A field that a person can change. */
interface EditableField {
  readonly name: string;
  readonly take: (lesson: Lesson) => unknown;
  /** The draft with the value that was typed; the schema judges it afterwards. */
  readonly put: (draft: Draft, typed: string) => Draft;
  /** The lesson with this field from a checked draft. */
  readonly write: (lesson: Lesson, draft: Draft) => Lesson;
}

/** A lesson in the words of a draft, not checked yet. */
type Draft = Readonly<Record<string, unknown>>;

/** The field of that name, however it is capitalised, or a fault that lists those that there are. */
export function fieldNamed(lesson: Lesson, name: string): EditableField {
  const fields = fieldsOf(lesson);
  const wanted = name.toLowerCase();
  const found = fields.find((field) => field.name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new Fault("bad-input", `a ${lesson.kind} has no field "${name}" that can be edited`, {
    hint: `it has ${fields.map((field) => field.name).join(", ")}`,
  });
}

/** Every field of a lesson that a person can change. */
export function fieldsOf(lesson: Lesson): readonly EditableField[] {
  return lessonFields
    .filter(({ edited }) => edited === true)
    .flatMap(({ name, is }) => {
      if (name === "body") {
        return bodyFields[lesson.kind].map((field) =>
          editable(field.name, field.is === "list" ? listReader("lines") : asText, name),
        );
      }
      if (name === "triggers") {
        return [
          ...triggerFields.map((field) =>
            editable(field, listReader(isPatternField(field) ? "one" : "words"), name),
          ),
          ...conditionFields.map((field) => editable(field, listReader("one"), name, "conditions")),
        ];
      }
      return [editable(name, is === "tags" ? listReader("words") : valueReader(is))];
    });
}

/** The lesson in the words of a draft: only what the rules for a new lesson look at. */
export function draftOf(lesson: Lesson): Draft {
  const said = lessonFields.filter(({ of, draft }) => of === undefined && draft !== undefined);
  return Object.fromEntries(said.map(({ name }) => [name, lessonValue(lesson, name)]));
}

/** How what was typed becomes a value, or changes the one before. */
type Reader = (typed: string, before: unknown) => unknown;

/** `branches` are what a field stands in that is not the lesson's own, the outer one first. */
function editable(name: string, read: Reader, ...branches: readonly string[]): EditableField {
  const within = (tree: Draft): Draft => branches.reduce(branchOf, tree);
  const key = branches[0] ?? name;
  return {
    name,
    take: (lesson) => within({ ...lesson })[name],
    put: (draft, typed) => {
      const changed = withKey(within(draft), name, read(typed, within(draft)[name]));
      return withBranch(draft, branches, changed);
    },
    write: (lesson, draft) =>
      withoutScore(withKey({ ...lesson }, key, draft[key]) as unknown as Lesson, key),
  };
}

/** A number that a person gave has no breakdown. */
function withoutScore(lesson: Lesson, field: string): Lesson {
  if (field !== "priority" && field !== "confidence") return lesson;
  const { scores, ...rest } = lesson;
  const { [field]: _, ...kept } = scores ?? {};
  return Object.keys(kept).length === 0 ? rest : { ...rest, scores: kept };
}

function withKey(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _, ...others } = draft;
  return value === undefined ? others : { ...others, [name]: value };
}

function withBranch(tree: Draft, [name, ...inner]: readonly string[], leaf: Draft): Draft {
  if (name === undefined) return leaf;
  return { ...tree, [name]: withBranch(branchOf(tree, name), inner, leaf) };
}

function branchOf(tree: Draft, name: string): Draft {
  const branch = tree[name];
  return typeof branch === "object" && branch !== null ? { ...branch } : {};
}

function valueReader(is: LessonField["is"]): Reader {
  const isNumber = is === "priority" || is === "confidence";
  return isNumber ? (typed) => typedValue(is, typed) : asText;
}

/** An empty text takes an optional field away; a required one then says that it is missing. */
function asText(typed: string): string | undefined {
  return typed.trim() === "" ? undefined : typed;
}

/** How values are separated: by commas, by lines, or not at all, because a pattern may hold either. */
type ListStyle = "words" | "lines" | "one";

/**
 * A list as a person changes it: `+x` adds, `-x` takes away, a JSON array or the values themselves
 * replace it, nothing empties it.
 */
function listReader(style: ListStyle): Reader {
  return (typed, before) => {
    const current = Array.isArray(before) ? before.map(String) : [];
    const text = typed.trim();
    if (text === "") return [];
    if (text.startsWith("+")) return [...new Set([...current, ...split(text.slice(1), style)])];
    if (text.startsWith("-")) {
      const unwanted = new Set(split(text.slice(1), style).map((value) => value.toLowerCase()));
      return current.filter((value) => !unwanted.has(value.toLowerCase()));
    }
    return jsonList(text) ?? split(text, style);
  };
}

function split(text: string, style: ListStyle): readonly string[] {
  const parts = style === "one" ? [text] : text.split(style === "words" ? "," : "\n");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function jsonList(text: string): readonly string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((value) => typeof value === "string")
      ? parsed
      : undefined;
  } catch {
    // `[a-z]+x` is a pattern that happens to start like an array.
    return undefined;
  }
}
