import { editorOf } from "./field-editor.ts";
import type { Validate } from "./fields.ts";
import { changeFilter, changeList, filterChoices } from "./filter.ts";
import { keyName, movement, type Key } from "./keys.ts";
import { settle } from "./layout.ts";
import type { Model, Pressed } from "./model.ts";
import { currentItem, currentRow, goToPage, pageRows, type ListAction } from "./page-items.ts";
import { openCard, openConfirmation, pressForRow } from "./update-row.ts";

export function pressInList(model: Model, key: Key, validate: Validate): Pressed {
  if (key.key === "pageDown") return { model: settle(goToPage(model, model.page + 1)) };
  if (key.key === "pageUp") return { model: settle(goToPage(model, model.page - 1)) };
  const by = movement(key, 1);
  if (by !== 0) return { model: settle({ ...model, cursor: model.cursor + by }) };
  switch (keyName(key)) {
    case "enter":
    case "right":
    case "l":
      return choose(model);
    case "left":
    case "h":
      return { model: model.list === "first" ? model : settle(changeList(model, "first")) };
    case "escape":
      return { model: stepBack(model) };
    case " ":
      return { model: toggleMark(model) };
    case "a":
      return { model: toggleMarks(model) };
    case "/":
      return { model: openFilter(model) };
    case "f":
      return { model: openPicker(model) };
    case "m":
      return model.list === "maybe" ? takeAction(model, "first") : takeAction(model, "maybe");
    case "M":
      return takeAction(model, "offer");
    default:
      return pressForRow(model, { is: "list" }, key, validate) ?? { model };
  }
}

/** What Enter or a click does with what the cursor is on. */
export function choose(model: Model): Pressed {
  const item = currentItem(model);
  if (item?.is === "row") return { model: openCard(model) };
  return item?.is === "action" ? takeAction(model, item.action) : { model };
}

function takeAction(model: Model, action: ListAction): Pressed {
  switch (action) {
    case "next":
      return { model: settle(goToPage(model, model.page + 1)) };
    case "previous":
      return { model: settle(goToPage(model, model.page - 1)) };
    case "first":
    case "archived":
      return { model: settle(changeList(model, action)) };
    case "maybe": {
      const { maybe } = model;
      if (maybe.count === 0) return { model: { ...model, notice: "There is no second list." } };
      const opened = settle(changeList(model, "maybe"));
      if (maybe.is !== "closed") return { model: opened };
      const loading: Model = { ...opened, maybe: { ...maybe, is: "loading" } };
      return { model: loading, effects: [{ effect: "loadMaybe" }] };
    }
    case "confirm":
      return { model: openConfirmation(model) };
    case "offer":
      return model.program === undefined
        ? { model: { ...model, notice: "No agent program found to read the candidates." } }
        : { model: { ...model, mode: { is: "offer" } }, effects: [{ effect: "estimate" }] };
  }
}

/** Out of one thing at a time: the marks, the filter, the second list. */
function stepBack(model: Model): Model {
  if (model.marked.size > 0) return { ...model, marked: new Set() };
  if (model.filter !== "") return settle(changeFilter(model, ""));
  return model.list === "first" ? model : settle(changeList(model, "first"));
}

function openFilter(model: Model): Model {
  const editor = editorOf(model.filter, { isMultiline: false });
  return { ...model, mode: { is: "filter", editor, before: model.filter } };
}

function openPicker(model: Model): Model {
  return filterChoices(model).length === 0
    ? { ...model, notice: "Nothing to filter by." }
    : { ...model, mode: { is: "pick", at: 0, top: 0 } };
}

/** A mark decides nothing: y or x does, for all that are marked. */
function toggleMark(model: Model): Model {
  const row = currentRow(model);
  if (row === undefined) return model;
  const marked = new Set(model.marked);
  if (!marked.delete(row.lesson.id)) marked.add(row.lesson.id);
  return settle({ ...model, marked, cursor: model.cursor + 1 });
}

/** All of the page, or none of them when all are. */
function toggleMarks(model: Model): Model {
  const ids = pageRows(model).map(({ lesson }) => lesson.id);
  const isAll = ids.every((id) => model.marked.has(id));
  const others = [...model.marked].filter((id) => !ids.includes(id));
  return { ...model, marked: new Set(isAll ? others : [...others, ...ids]) };
}
