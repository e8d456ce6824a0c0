import type { Decision } from "./decision.ts";
import { isUndecided } from "./decision.ts";
import { currentRow, type Model, type Row } from "./model.ts";

/** The model in which some rows are decided otherwise, and `u` takes it back as a whole. */
export function change(
  model: Model,
  changes: readonly (readonly [Row, Decision])[],
  what: string,
): Model {
  const decisions = new Map(model.decisions);
  for (const [{ card }, decision] of changes) {
    if (isUndecided(decision)) decisions.delete(card.lesson.id);
    else decisions.set(card.lesson.id, decision);
  }
  const row = currentRow(model)?.card.lesson.id;
  const past = [...model.past, { decisions: model.decisions, row, what }].slice(-mostUndone);
  return { ...model, decisions, past };
}

/** As before the last change, and the cursor where it was made. */
export function undo(model: Model): Model {
  const last = model.past.at(-1);
  if (last === undefined) return { ...model, notice: "Nothing to undo." };
  const place = model.visible.findIndex((index) => model.rows[index]?.card.lesson.id === last.row);
  return {
    ...model,
    decisions: last.decisions,
    past: model.past.slice(0, -1),
    cursor: place < 0 ? model.cursor : place,
    notice: `Undone: ${last.what}`,
  };
}

const mostUndone = 1000;
