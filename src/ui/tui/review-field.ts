import { bodyFields, bodyValue, checklistFormats } from "../../core/body.ts";
import { deliveries, type Lesson } from "../../core/lesson.ts";
import { plainText } from "../../core/plain-text.ts";
import { injectionPoints, triggerFields } from "../../core/triggers.ts";

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

/** Everything of a lesson that can be changed, in the order in which it is read. */
export function fieldsOf(lesson: Lesson): readonly ReviewField[] {
  return [
    textField("summary", lesson.summary),
    ...bodyFields[lesson.kind].map(({ name, is }) => {
      const value = bodyValue(lesson.body, name);
      if (is === "list") return listField(name, value === undefined ? [] : [value].flat());
      const text = [value ?? ""].flat().join("\n");
      if (is === "format") return textField(name, text, checklistFormats.join(", "));
      return { ...textField(name, text), isMultiline: !shortFields.has(name) };
    }),
    textField("priority", String(lesson.priority), "1 to 10, or CRITICAL, HIGH, MEDIUM, LOW"),
    textField("confidence", String(lesson.confidence), "0 to 1"),
    wordsField("tags", lesson.tags, "such as tool:git, lang:ts"),
    textField("scope", lesson.scope, "global, project:<id> or team:<name>"),
    textField("delivery", lesson.delivery, deliveries.join(" or ")),
    ...triggerFields.map((name) => {
      const values = lesson.triggers[name];
      if (name.endsWith("Patterns")) return listField(name, values);
      return wordsField(name, values, name === "injectOn" ? injectionPoints.join(", ") : "");
    }),
    textField("validFrom", lesson.validFrom ?? ""),
    textField("validUntil", lesson.validUntil ?? ""),
    textField("supersededBy", lesson.supersededBy ?? ""),
  ];
}

/**
 * What was typed as the value of an edit. A list is an array in JSON: that way a value that begins
 * with a plus, or has a comma in it, stays what it is.
 */
export function valueOf({ list }: ReviewField, typed: string): string {
  if (list === undefined) return typed.trim();
  const values = typed
    .split(list === "\n" ? "\n" : /[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return values.length === 0 ? "" : JSON.stringify(values);
}

const shortFields: ReadonlySet<string> = new Set(["area", "severity", "title"]);

function textField(name: string, text: string, hint = ""): ReviewField {
  return { name, isMultiline: false, text: plainText(text), hint };
}

function listField(name: string, values: readonly string[], hint = ""): ReviewField {
  return {
    name,
    isMultiline: true,
    text: plainText(values.join("\n")),
    hint: hint === "" ? "one on each line" : hint,
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
    hint: hint === "" ? "with commas between" : hint,
    list: ", ",
  };
}
