import type { ReviewCard } from "../decision/review-card.ts";
import type { Decision, FieldEdit } from "./decision.ts";
import type { Row } from "./model.ts";
import { fieldsOf, valueOf, type ReviewField } from "./review-field.ts";

/** A field as somebody is typing it, with the other edits of the same lesson. */
interface EditToValidate {
  readonly card: ReviewCard;
  readonly field: string;
  readonly value: string;
  readonly others: readonly { readonly field: string; readonly value: string }[];
}

/** What is wrong with an edit, in a sentence for the person who types. Called at every key, so it must be quick. */
export type Validate = (edit: EditToValidate) => string | undefined;

/** The decision with one field as typed; as it was, when that is what the lesson says anyway. */
export function withEdit(
  row: Row,
  decision: Decision,
  typed: { readonly field: ReviewField; readonly text: string },
  validate: Validate,
): Decision {
  const { field, text } = typed;
  const value = valueOf(field, text);
  const isAsBefore = value === valueOf(field, field.text);
  const edits = new Map(decision.edits.map((edit) => [edit.field, edit]));
  if (isAsBefore) edits.delete(field.name);
  else edits.set(field.name, { field: field.name, text, value });
  return { ...decision, edits: judged(row, inOrder(row, [...edits.values()]), validate) };
}

/** What is wrong with a text that is still being typed. */
export function problemOf(
  row: Row,
  decision: Decision,
  typed: { readonly field: ReviewField; readonly text: string },
  validate: Validate,
): string | undefined {
  const after = withEdit(row, decision, typed, validate);
  return after.edits.find(({ field }) => field === typed.field.name)?.problem;
}

/** All of them again: whether a call may be held depends on the patterns. */
function judged(
  { card }: Row,
  edits: readonly FieldEdit[],
  validate: Validate,
): readonly FieldEdit[] {
  return edits.map(({ field, text, value }) => {
    const others = edits
      .filter((other) => other.field !== field)
      .map((other) => ({ field: other.field, value: other.value }));
    const problem = validate({ card, field, value, others });
    return problem === undefined ? { field, text, value } : { field, text, value, problem };
  });
}

/** In the order of the card, so that the same edits are the same decision. */
function inOrder({ card }: Row, edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const names = fieldsOf(card.lesson).map(({ name }) => name);
  return edits.toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
}
