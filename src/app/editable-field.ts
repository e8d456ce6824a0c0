import { bodyFields } from "../core/body.ts";
import type { Lesson } from "../core/lesson.ts";
import { triggerFields } from "../core/triggers.ts";
import { typedNumber, typedPriority } from "../core/typed-number.ts";
import { Fault } from "../system/fault.ts";
import { changeList, type ListStyle } from "./change-list.ts";

/** A field that a person can change, and how what was typed becomes its value. */
export interface EditableField {
  readonly name: string;
  readonly take: (lesson: Lesson) => unknown;
  /** What was typed as a value; the schema judges it afterwards. */
  readonly read: (typed: string) => unknown;
  readonly put: (draft: Draft, value: unknown) => Draft;
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
  const plain = (name: keyof Lesson, read: EditableField["read"]): EditableField => ({
    name,
    take: (from) => from[name],
    read,
    put: (draft, value) => withKey(draft, name, value),
    write: (from, draft) =>
      withScores(withKey({ ...from }, name, draft[name]) as unknown as Lesson, name),
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
      write: (from, draft) => ({ ...from, [branch]: draft[branch] }),
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
    plain("priority", typedPriority),
    plain("confidence", typedNumber),
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
export function draftOf(lesson: Lesson): Draft {
  const { stage, contentHash, scores, ...rest } = lesson;
  return rest;
}

/** A number that a person gave has no breakdown. */
function withScores(lesson: Lesson, field: string): Lesson {
  if (field !== "priority" && field !== "confidence") return lesson;
  const { scores, ...rest } = lesson;
  const { [field]: _, ...kept } = scores ?? {};
  return Object.keys(kept).length === 0 ? rest : { ...rest, scores: kept };
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
