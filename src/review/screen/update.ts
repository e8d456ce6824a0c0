import type { Key } from "./keys.ts";
import { currentRow, type Model, type Message, type Step } from "./model.ts";
import { settle } from "./layout.ts";
import { pressInCard, pressInEditor } from "./update-card.ts";
import {
  pressInConfirmation,
  pressInHelp,
  pressInLeaving,
  typeFilter,
  typeReason,
} from "./update-prompts.ts";
import { pressInList } from "./update-list.ts";
import type { Validate } from "./fields.ts";

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
