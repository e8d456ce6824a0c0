import { bodyFields } from "../../lesson/record/body.ts";
import { fieldsOf, type ReviewField } from "./fields.ts";
import { currentRow } from "./page-items.ts";
import { decisionOf, isArchived, type Model, type Row } from "./model.ts";

/** A field on a card, and which part of the card it stands in. */
export interface CardField extends ReviewField {
  readonly label: string;
  readonly part: "text" | "trigger" | "detail";
}

/**
 * The fields that a card shows, in the order in which they are read: what the lesson says; where somebody edits, its trigger;
 * everything else behind `d`. An index means the same field while more of them come into view.
 */
export function cardFields(model: Model, row: Row): readonly CardField[] {
  const isEditing = model.mode.is === "edit";
  const all = fieldsOf(row.lesson).map((field): CardField => {
    const part = partOf(row, field);
    const label = part === "detail" ? field.name : (labels[field.name] ?? spaced(field.name));
    return { ...field, label, part };
  });
  const ofPart = (part: CardField["part"]) => all.filter((field) => field.part === part);
  return [
    ...ofPart("text"),
    ...(isEditing || model.isDetailed ? ofPart("trigger") : []),
    ...(model.isDetailed ? ofPart("detail") : []),
  ];
}

/** Those of the open card that can be changed: none of what is archived. */
export function editableFields(model: Model): readonly CardField[] {
  const row = currentRow(model);
  return row === undefined || isArchived(row) ? [] : cardFields(model, row);
}

/** What a field says now, with the edits that were made. */
export function fieldText(model: Model, row: Row, field: ReviewField): string {
  const edit = decisionOf(model, row).edits.find((each) => each.field === field.name);
  return edit?.text ?? field.text;
}

/** Where a lesson lacks a fix that is the field to begin with, else its title. */
export function firstFieldToEdit(model: Model, row: Row): number {
  if (!row.lesson.flags.includes("needsHumanFix")) return 0;
  const at = cardFields(model, row).findIndex(({ label }) => label === "Fix");
  return Math.max(at, 0);
}

function partOf({ lesson }: Row, { name, text }: ReviewField): CardField["part"] {
  if (name === "summary") return "text";
  const body = bodyFields[lesson.kind].find((field) => field.name === name);
  if (body !== undefined) return body.required || text !== "" ? "text" : "detail";
  return patternFields.has(name) && text !== "" ? "trigger" : "detail";
}

const patternFields: ReadonlySet<string> = new Set([
  "commandPatterns",
  "pathPatterns",
  "contentPatterns",
  "actionKeywords",
  "contextKeywords",
]);

const labels: Readonly<Record<string, string>> = {
  summary: "Title",
  mistake: "Problem",
  risk: "Problem",
  remediation: "Fix",
  mitigation: "Fix",
  constraint: "Rule",
  commandPatterns: "Trigger",
  pathPatterns: "Paths",
  contentPatterns: "Contents",
  actionKeywords: "Words",
  contextKeywords: "Context",
};

function spaced(name: string): string {
  const words = name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
