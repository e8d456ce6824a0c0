import {
  bodyFields,
  bodyValue,
  checklistFormats,
  type BodyField,
} from "../../lesson/record/body.ts";
import { lessonFields } from "../../lesson/record/fields.ts";
import { lessonValue, valueText } from "../../lesson/record/record.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { declaredConditions } from "../../lesson/record/conditions.ts";
import { plainText } from "../../redact/plain-text.ts";
import {
  injectionPoints,
  isPatternField,
  triggerFields,
  type TriggerName,
} from "../../lesson/record/triggers.ts";
import type { editProblem } from "../plan-changes.ts";
import type { FieldEdit, Row, RowDecision } from "./model.ts";

/** A field of a lesson as the screen edits it: as text. */
export interface ReviewField {
  /** The name that people type in the grammar too. */
  readonly name: string;
  readonly isMultiline: boolean;
  /** What it says now. */
  readonly text: string;
  /** How to write it, where that is not obvious. */
  readonly hint: string;
  readonly list?: ListMark;
}

/** What stands between two values of a list. */
type ListMark = "\n" | ", ";

/** Everything of a lesson that can be changed, in the order in which it is read. Most have no conditions: those that are declared come last. */
export function fieldsOf(lesson: Lesson): readonly ReviewField[] {
  return [
    ...plainFields(lesson),
    ...declaredConditions(lesson.triggers.conditions).map(([field, values]) =>
      listField(field, values),
    ),
  ];
}

function plainFields(lesson: Lesson): readonly ReviewField[] {
  return lessonFields
    .filter(({ edited }) => edited === true)
    .flatMap(({ name, hint = "" }): readonly ReviewField[] => {
      if (name === "body") return bodyFields[lesson.kind].map((field) => bodyField(lesson, field));
      if (name === "triggers") return triggerFields.map((field) => triggerField(lesson, field));
      if (name === "tags") return [wordsField(name, lesson.tags, hint)];
      return [textField(name, valueText(lessonValue(lesson, name)), hint)];
    });
}

function bodyField({ body }: Lesson, { name, is }: BodyField): ReviewField {
  const value = bodyValue(body, name);
  if (is === "list") return listField(name, value === undefined ? [] : [value].flat());
  const text = [value ?? ""].flat().join("\n");
  if (is === "format") return textField(name, text, checklistFormats.join(", "));
  return { ...textField(name, text), isMultiline: is === "text" };
}

function triggerField({ triggers }: Lesson, name: TriggerName): ReviewField {
  if (isPatternField(name)) return listField(name, triggers[name]);
  return wordsField(name, triggers[name], name === "injectOn" ? injectionPoints.join(", ") : "");
}

/**
 * What was typed as the value of an edit. A list is an array in JSON: that way a value that begins
 * with a plus, or has a comma in it, stays what it is.
 */
function valueOf({ list }: ReviewField, typed: string): string {
  if (list === undefined) return typed.trim();
  const values = typed
    .split(list === "\n" ? "\n" : /[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return values.length === 0 ? "" : JSON.stringify(values);
}

function textField(name: string, text: string, hint = ""): ReviewField {
  return { name, isMultiline: false, text: plainText(text), hint };
}

function listField(name: string, values: readonly string[]): ReviewField {
  return {
    name,
    isMultiline: true,
    text: plainText(values.join("\n")),
    hint: "one per line",
    list: "\n",
  };
}

/** On one line, unless a value has a comma of its own. */
function wordsField(name: string, values: readonly string[], hint: string): ReviewField {
  if (values.some((value) => value.includes(","))) return listField(name, values);
  return {
    name,
    isMultiline: false,
    text: plainText(values.join(", ")),
    hint: hint === "" ? "separated by commas" : hint,
    list: ", ",
  };
}

/** What is wrong with an edit, in a sentence for the person who types. Called at every key, so it must be quick. */
export type Validate = typeof editProblem;

/** The decision with one field as typed; as it was, when that is what the lesson says anyway. */
export function withEdit(
  row: Row,
  decision: RowDecision,
  { field, text }: { readonly field: ReviewField; readonly text: string },
  validate: Validate,
): RowDecision {
  const typed = editOf(field, text);
  const byField = new Map(decision.edits.map((edit): [string, FieldEdit] => [edit.field, edit]));
  if (typed === undefined) byField.delete(field.name);
  else byField.set(field.name, typed);
  // In the order of the card, so that the same edits are the same decision.
  const edits = fieldsOf(row.lesson).flatMap(({ name }) => byField.get(name) ?? []);
  return { ...decision, edits: judgedEdits(row, edits, validate) };
}

/** All of them are judged at each change: whether a call may be held depends on the patterns. */
export function judgedEdits(
  { lesson }: Pick<Row, "lesson">,
  edits: readonly FieldEdit[],
  validate: Validate,
): readonly FieldEdit[] {
  return edits.map((edit) => {
    const others = edits.filter((other) => other !== edit);
    return { ...edit, problem: validate(lesson, edit, others) };
  });
}

/** What was typed as an edit; undefined when that is what the lesson says anyway. */
export function editOf(field: ReviewField, text: string): FieldEdit | undefined {
  const value = valueOf(field, text);
  return value === valueOf(field, field.text) ? undefined : { field: field.name, text, value };
}
