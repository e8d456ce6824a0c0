import { declaredConditions } from "../../lesson/record/conditions.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";
import type { PlannedEdit } from "../decision/act.ts";
import { cardFields } from "./card-fields.ts";
import { editOf } from "./fields.ts";
import { decisionOf, type EditReplay, type Model, type Row } from "./model.ts";

/** What somebody has changed of a trigger, what they are typing included. Empty where nothing can be replayed. */
export function triggerEditsOf(model: Model, row: Row): readonly PlannedEdit[] {
  const { mode } = model;
  const edits = new Map(
    decisionOf(model, row).edits.map(({ field, value, problem }) => [field, { value, problem }]),
  );
  if (mode.is === "edit") {
    const field = cardFields(model, row)[mode.field];
    const typed = field && editOf(field, mode.editor.text);
    if (field !== undefined && typed === undefined) edits.delete(field.name);
    if (field !== undefined && typed !== undefined)
      edits.set(field.name, { value: typed.value, problem: mode.problem });
  }
  const own = [...edits].filter(([field]) => isTrigger(row, field));
  if (own.some(([, { problem }]) => problem !== undefined)) return [];
  return own.map(([field, { value }]) => ({ field, value }));
}

/** The replay of these edits, as far as it has come; undefined where the trigger is as it was. */
export function editReplayOf(model: Model, row: Row): EditReplay | undefined {
  const edits = triggerEditsOf(model, row);
  if (edits.length === 0) return undefined;
  const known = model.replays.get(row.lesson.id);
  const key = replayKey(edits);
  return known?.key === key ? known : { key, history: "running" };
}

export function replayKey(edits: readonly PlannedEdit[]): string {
  return JSON.stringify(edits);
}

function isTrigger({ lesson }: Row, field: string): boolean {
  return (
    triggerFields.some((name) => name === field) ||
    declaredConditions(lesson.triggers.conditions).some(([name]) => name === field)
  );
}
