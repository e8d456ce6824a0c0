import { keyName, movement, type Key } from "./keys.ts";
import {
  currentRow,
  type Model,
  type Message,
  type Step,
  change,
  decisionOf,
  type Mode,
  planOf,
  problemsOf,
} from "./model.ts";
import { settle } from "./layout.ts";
import { pressInCard, pressInEditor } from "./update-card.ts";
import { pressInList, changeFilter } from "./update-list.ts";
import type { Validate } from "./fields.ts";
import { typeKey } from "./field-editor.ts";
import { lastHelpTop } from "./status-lines.ts";
import { lastConfirmationTop } from "./confirmation.ts";

/** The screen after a message, and what is to be done about it. Pure, when `validate` is. */
export function update(model: Model, message: Message, validate: Validate): Step {
  switch (message.is) {
    case "key":
      return askForHistory(press({ ...model, notice: "" }, message.key, validate));
    case "resize":
      return { model: settle({ ...model, size: message.size }) };
    case "history": {
      const learned = learnHistory(model, message);
      // What is above the field may have become longer; who reads elsewhere is left there.
      return { model: model.mode.is === "edit" ? settle(learned) : learned };
    }
    case "failed":
      if (model.mode.is !== "applying") return { model };
      return { model: { ...model, mode: { is: "confirm", top: 0, failure: message.text } } };
  }
}

function press(model: Model, key: Key, validate: Validate): Step {
  const { mode } = model;
  // What was confirmed is being written: only its end ends it.
  if (mode.is === "applying") return { model };
  if (key.key === "control" && key.letter === "c") {
    return { model, effect: { effect: "leave", isInterrupted: true } };
  }
  switch (mode.is) {
    case "list":
      return pressInList(model, key, validate);
    case "card":
      return pressInCard(model, mode, key, validate);
    case "edit":
      return { model: pressInEditor(model, mode, key, validate) };
    case "filter":
      return { model: typeFilter(model, mode, key) };
    case "reason":
      return { model: typeReason(model, mode, key) };
    case "help":
      return { model: pressInHelp(model, mode, key) };
    case "leave":
      return pressInLeaving(model, mode, key);
    case "confirm":
      return pressInConfirmation(model, mode, key);
  }
}

/** Looking into the history takes time: it is done for a card that somebody opens. */
function askForHistory(step: Step): Step {
  const { model, effect } = step;
  const row = currentRow(model);
  if (effect !== undefined || row === undefined || model.mode.is !== "card") return step;
  const { card } = row;
  if (!model.canLoadHistory || card.history !== undefined) return step;
  if (model.histories.has(card.lesson.id)) return step;
  const histories = new Map(model.histories).set(card.lesson.id, "loading");
  return { model: { ...model, histories }, effect: { effect: "loadHistory", card } };
}

function learnHistory(
  model: Model,
  { id, card }: Extract<Message, { readonly is: "history" }>,
): Model {
  const histories = new Map(model.histories).set(id, "loaded");
  if (card === undefined) return { ...model, histories };
  const rows = model.rows.map((row) => (row.card.lesson.id === id ? { ...row, card } : row));
  return { ...model, histories, rows };
}

type In<K extends Mode["is"]> = Extract<Mode, { readonly is: K }>;

/** The list follows while the filter is typed; Esc brings the old one back. */
function typeFilter(model: Model, mode: In<"filter">, key: Key): Model {
  const list: Model = { ...model, mode: { is: "list" } };
  if (key.key === "enter") return settle(list);
  if (key.key === "escape") return changeFilter(list, mode.before);
  if (key.key === "up" || key.key === "down") {
    return settle({ ...list, cursor: model.cursor + (key.key === "up" ? -1 : 1) });
  }
  const editor = typeKey(mode.editor, key, Infinity);
  if (editor === undefined) return model;
  return changeFilter({ ...model, mode: { ...mode, editor } }, editor.text);
}

function typeReason(model: Model, mode: In<"reason">, key: Key): Model {
  if (key.key === "escape") return { ...model, mode: mode.back };
  if (key.key !== "enter") {
    const editor = typeKey(mode.editor, key, Infinity);
    return editor === undefined
      ? model
      : { ...model, mode: { is: "reason", editor, back: mode.back } };
  }
  const reason = mode.editor.text.trim();
  if (reason === "") return { ...model, mode: { ...mode, problem: "say why, in a few words" } };
  const row = currentRow(model);
  const back: Model = { ...model, mode: mode.back };
  if (row === undefined) return back;
  const decision = { ...decisionOf(model, row), verdict: { is: "archive", reason } as const };
  return change(back, [[row, decision]], `archive ${row.card.lesson.slug}`);
}

function pressInHelp(model: Model, mode: In<"help">, key: Key): Model {
  if (key.key === "down" || key.key === "pageDown") {
    return { ...model, mode: { ...mode, top: Math.min(mode.top + 1, lastHelpTop(model.size)) } };
  }
  if (key.key === "up" || key.key === "pageUp") {
    return { ...model, mode: { ...mode, top: Math.max(mode.top - 1, 0) } };
  }
  return { ...model, mode: mode.back };
}

function pressInLeaving(model: Model, mode: In<"leave">, key: Key): Step {
  const name = keyName(key);
  if (name === "y" || name === "Y") {
    return { model, effect: { effect: "leave", isInterrupted: false } };
  }
  const isNo = ["escape", "n", "N"].includes(name);
  return { model: isNo ? { ...model, mode: mode.back } : model };
}

function pressInConfirmation(model: Model, mode: In<"confirm">, key: Key): Step {
  const by = movement(key, model.size.rows - 2);
  if (by !== 0) {
    const top = Math.max(Math.min(mode.top + by, lastConfirmationTop(model)), 0);
    return { model: { ...model, mode: { ...mode, top } } };
  }
  const name = keyName(key);
  if (name === "y" || name === "Y") return confirm(model);
  const isBack = ["escape", "left", "n", "N", "q"].includes(name);
  return { model: isBack ? settle({ ...model, mode: { is: "list" } }) : model };
}

function confirm(model: Model): Step {
  if (problemsOf(model).length > 0) {
    return {
      model: { ...model, notice: "Mend what cannot be saved first, or undo it (n, then u)." },
    };
  }
  const plan = planOf(model);
  return { model: { ...model, mode: { is: "applying" } }, effect: { effect: "apply", plan } };
}
