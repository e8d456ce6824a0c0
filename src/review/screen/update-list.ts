import { type Validate, fieldsOf, withEdit } from "./fields.ts";
import { editorOf } from "./field-editor.ts";
import { keyName, movement, type Key } from "./keys.ts";
import { listRows, settle } from "./layout.ts";
import {
  change,
  undo,
  currentRow,
  decisionOf,
  isNoise,
  type Model,
  type Row,
  type Step,
  isChange,
  type RowVerdict,
  type CardMode,
  type ListMode,
  planOf,
} from "./model.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { fieldText } from "./card.ts";

export function pressInList(model: Model, key: Key, validate: Validate): Step {
  const by = movement(key, listRows(model) - 1 || 1);
  const cursor = Math.max(Math.min(model.cursor + by, model.visible.length), 0);
  if (cursor !== model.cursor) return { model: settle({ ...model, cursor }) };
  const row = currentRow(model);
  switch (keyName(key)) {
    case "enter":
      if (row === undefined) return { model: openConfirmation(model) };
      return { model: isNoise(row) ? toggle(model, row) : openCard(model) };
    case "right":
      return { model: row === undefined ? openConfirmation(model) : openCard(model) };
    case "escape":
      return { model: model.filter === "" ? model : changeFilter(model, "") };
    case "a":
      return { model: toggleAll(model) };
    case "/":
      return { model: openFilter(model) };
    default:
      return pressForRow(model, { is: "list" }, key, validate) ?? { model };
  }
}

function openCard(model: Model): Model {
  return settle({ ...model, mode: { is: "card", field: 0, top: 0 } });
}

function openFilter(model: Model): Model {
  const editor = editorOf(model.filter, { isMultiline: false });
  return { ...model, mode: { is: "filter", editor, before: model.filter } };
}

/** All that are seen, or none of them when all are. What is to be archived or merged stays so. */
function toggleAll(model: Model): Model {
  const shown = model.visible.flatMap((index): readonly Row[] => {
    const row = model.rows[index];
    return row === undefined || isNoise(row) ? [] : [row];
  });
  const left = shown.filter((row) => ["none", "skip"].includes(decisionOf(model, row).verdict.is));
  const selected = shown.filter((row) => decisionOf(model, row).verdict.is === "approve");
  const changed = left.length > 0 ? left : selected;
  if (changed.length === 0) return { ...model, notice: "There is nothing to select." };
  const verdict = { is: left.length > 0 ? "approve" : "skip" } as const;
  const what = left.length > 0 ? "select all" : "select none";
  return change(
    model,
    changed.map((row) => [row, { ...decisionOf(model, row), verdict }]),
    what,
  );
}

/** The keys that mean the same in the list and in a card; undefined for the others. */
export function pressForRow(
  model: Model,
  mode: ListMode | CardMode,
  key: Key,
  validate: Validate,
): Step | undefined {
  const row = currentRow(model);
  switch (keyName(key)) {
    case " ":
      return { model: row === undefined ? model : toggle(model, row) };
    case "x":
      return { model: row === undefined ? model : askForReason(model, mode, row) };
    case "h":
      return { model: row === undefined ? model : toggleDelivery(model, row, "hold", validate) };
    case "F":
      return { model: row === undefined ? model : toggleDelivery(model, row, "fix", validate) };
    case "e":
      return { model: row === undefined ? model : toggleExpand(model, row) };
    case "u":
      return { model: settle(undo(model)) };
    case "c":
      return { model: openConfirmation(model) };
    case "?":
      return { model: { ...model, mode: { is: "help", top: 0, back: mode } } };
    case "q":
      return [...model.decisions.values()].some(isChange)
        ? { model: { ...model, mode: { is: "leave", back: mode } } }
        : { model, effect: { effect: "leave", isInterrupted: false } };
    default:
      return undefined;
  }
}

/** Selected is what will be approved; deselecting is a skip, and never archives. */
export function toggle(model: Model, row: Row): Model {
  const { verdict } = decisionOf(model, row);
  if (isNoise(row)) {
    return judge(model, row, { is: verdict.is === "unarchive" ? "none" : "unarchive" });
  }
  return judge(model, row, { is: verdict.is === "approve" ? "skip" : "approve" });
}

function openConfirmation(model: Model): Model {
  if (planOf(model).length === 0) {
    return {
      ...model,
      notice: "Nothing is decided yet: space selects a lesson, ? shows all keys.",
    };
  }
  return { ...model, mode: { is: "confirm", top: 0 } };
}

function askForReason(model: Model, back: ListMode | CardMode, row: Row): Model {
  if (isNoise(row)) return { ...model, notice: "It is archived already; space brings it back." };
  const { verdict } = decisionOf(model, row);
  const reason = verdict.is === "archive" ? verdict.reason : "";
  const editor = editorOf(reason, { isMultiline: false });
  return { ...model, mode: { is: "reason", editor, back } };
}

/** Sets it, or goes back to advice. */
function toggleDelivery(model: Model, row: Row, mode: "hold" | "fix", validate: Validate): Model {
  if (isNoise(row)) return { ...model, notice: "It is archived; bring it back first (space)." };
  const field = fieldsOf(row.card.lesson).find(({ name }) => name === "delivery");
  if (field === undefined) return model;
  const text = fieldText(model, row, field) === mode ? "advise" : mode;
  const decision = withEdit(row, decisionOf(model, row), { field, text }, validate);
  const problem = decision.edits.find((edit) => edit.field === "delivery")?.problem;
  return {
    ...change(model, [[row, decision]], `delivery of ${row.card.lesson.slug}`),
    notice: problem ?? deliveryNotices[text],
  };
}

const deliveryNotices = {
  hold: "hold: the first such call of a session is refused, with the lesson as the reason",
  fix: "fix: every such call is corrected before it runs, or held where that is not certain",
  advise: "advise: the lesson comes with the call",
} as const;

function toggleExpand(model: Model, row: Row): Model {
  if (isNoise(row) || row.card.expands === undefined) {
    return { ...model, notice: "It expands no other lesson." };
  }
  const { verdict } = decisionOf(model, row);
  return judge(model, row, { is: verdict.is === "expand" ? "skip" : "expand" });
}

function judge(model: Model, row: Row, verdict: RowVerdict): Model {
  const decision = { ...decisionOf(model, row), verdict };
  const what = verdict.is === "none" ? "unarchive" : verdict.is;
  return change(model, [[row, decision]], `${what} ${row.card.lesson.slug}`);
}

/** The cursor stays on its lesson while that is seen. */
export function changeFilter(model: Model, filter: string): Model {
  const row = currentRow(model);
  const visible = filterRows(model.rows, filter);
  const place = visible.findIndex((index) => model.rows[index] === row);
  return settle({ ...model, filter, visible, cursor: Math.max(place, 0) });
}

/** The rows in which every word of a filter is found, as indexes: `tag:git kind:pitfall level:high stash`. */
function filterRows(rows: readonly Row[], filter: string): readonly number[] {
  const tests = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(testOf);
  return [...rows.keys()].filter((index) => {
    const row = rows[index];
    return row !== undefined && tests.every((test) => test(row));
  });
}

function testOf(word: string): (row: Row) => boolean {
  const [, field, value = ""] = /^(tag|kind|level):(.*)$/.exec(word) ?? [];
  switch (field) {
    case "tag":
      return ({ card }) => card.lesson.tags.some((tag) => tag.includes(value));
    case "kind":
      return ({ card }) => card.lesson.kind.startsWith(value);
    case "level":
      return ({ card }) => levelOf(card.lesson.priority).toLowerCase().startsWith(value);
    default:
      return ({ words }) => words.includes(word);
  }
}
