import { changeFilter, filterChoices, withVisible } from "./filter.ts";
import { settle } from "./layout.ts";
import { keyName, movement, type Key } from "./keys.ts";
import {
  cardOf,
  isUndecided,
  rowOf,
  type Message,
  type Mode,
  type Model,
  type Pressed,
  type ScreenEffect,
  type Step,
} from "./model.ts";
import type { Validate } from "./fields.ts";
import { typeKey } from "./field-editor.ts";
import { lastHelpTop } from "./help.ts";
import { goToRow, currentRow, pageRows } from "./page-items.ts";
import type { ReviewRow } from "../review-rows.ts";
import { pressInEditor, takeTyped } from "./edit-field.ts";
import { pressInCard } from "./update-card.ts";
import { pressInConfirmation, pressInOffer } from "./update-end.ts";
import { archiveRows } from "./decide-rows.ts";
import { pressMouse } from "./mouse.ts";
import { pressInList } from "./update-list.ts";
import { replayKey, triggerEditsOf } from "./trigger-edits.ts";

/** The screen after a message, and what is to be done about it. Pure, when `validate` is. */
export function update(model: Model, message: Message, validate: Validate): Step {
  const pressed = react(model, message, validate);
  return withNeeds(model, { model: pressed.model, effects: pressed.effects ?? [] });
}

function react(model: Model, message: Message, validate: Validate): Pressed {
  switch (message.is) {
    case "key":
      return press({ ...model, notice: "" }, message.key, validate);
    case "resize":
      return { model: settle({ ...model, size: message.size }) };
    case "failed":
      return { model: failed(model, message.text) };
    case "typed":
      return { model: takeTyped(model, message.text, validate) };
    case "estimated":
      if (model.mode.is !== "offer") return { model };
      return { model: { ...model, mode: { is: "offer", cost: message.cost } } };
    default:
      return { model: learned(model, message) };
  }
}

type Learned = Extract<
  Message,
  { readonly is: "cards" | "excerpt" | "replayed" | "maybe" | "cleaned" }
>;

/** What came from the store. Who reads is left where they are; who types keeps sight of the field. */
function learned(model: Model, message: Learned): Model {
  const next = withLearned(model, message);
  return model.mode.is === "edit" || model.mode.is === "list" ? settle(next) : next;
}

function withLearned(model: Model, message: Learned): Model {
  switch (message.is) {
    case "cards": {
      const cards = new Map(model.cards);
      for (const card of message.cards) cards.set(card.lesson.id, card);
      return { ...model, cards };
    }
    case "excerpt":
      return { ...model, excerpts: new Map(model.excerpts).set(message.id, message.lines) };
    case "replayed": {
      const { id, key, history } = message;
      return model.replays.get(id)?.key === key
        ? { ...model, replays: new Map(model.replays).set(id, { key, history }) }
        : model;
    }
    case "maybe": {
      const rows = [...model.rows, ...message.rows.map(rowOf)];
      return withVisible({ ...model, rows, maybe: { count: message.rows.length, is: "open" } });
    }
    case "cleaned": {
      const { rows, cards, maybe } = message.opened;
      // A decision is about a lesson as it was: what the model changed is to be decided anew.
      const isSame = ({ lesson }: ReviewRow) =>
        model.rows.some(
          (row) => row.lesson.id === lesson.id && row.lesson.updatedAt === lesson.updatedAt,
        );
      const known = new Set(rows.filter(isSame).map(({ lesson }) => lesson.id));
      const id = currentRow(model)?.lesson.id;
      const next: Model = {
        ...model,
        rows: rows.map(rowOf),
        cards: new Map(cards.map((card) => [card.lesson.id, card])),
        maybe: { count: maybe, is: rows.some(({ list }) => list === "maybe") ? "open" : "closed" },
        decisions: new Map([...model.decisions].filter(([each]) => known.has(each))),
        past: [],
        page: 0,
        mode: { is: "list" },
        notice: message.said,
        program: undefined,
      };
      return goToRow(withVisible(next), id);
    }
  }
}

/** What was asked for could not be done: the person goes on where they asked. */
function failed(model: Model, text: string): Model {
  switch (model.mode.is) {
    case "applying":
      return { ...model, mode: { is: "confirm", top: 0, failure: text } };
    case "offer":
    case "cleaning":
      return { ...model, mode: { is: "offer", failure: text } };
    default:
      return { ...model, notice: text };
  }
}

function press(model: Model, key: Key, validate: Validate): Pressed {
  const { mode } = model;
  // What was confirmed is being written: only its end ends it.
  if (mode.is === "applying") return { model };
  if (key.key === "control" && key.letter === "c") {
    return { model, effects: [{ effect: "leave", isInterrupted: true }] };
  }
  if (key.key === "click" || key.key === "wheel") return pressMouse(model, key);
  switch (mode.is) {
    case "list":
      return pressInList(model, key, validate);
    case "card":
      return pressInCard(model, mode, key, validate);
    case "edit":
      return { model: pressInEditor(model, mode, key, validate) };
    case "filter":
      return { model: typeFilter(model, mode, key) };
    case "pick":
      return { model: pressInPicker(model, mode, key) };
    case "reason":
      return { model: pressForReason(model, mode, key) };
    case "help":
      return { model: pressInHelp(model, mode, key) };
    case "confirm":
      return pressInConfirmation(model, mode, key);
    case "offer":
    case "cleaning":
      return pressInOffer(model, mode, key);
  }
}

/**
 * What the screen lacks now: the cards of the page, what the log says about an open card, what an edited trigger would have
 * done. Each is asked for once, by somebody's looking at it. And what was decided is kept at once.
 */
function withNeeds(before: Model, { model: after, effects }: Step): Step {
  let model = after;
  const needs: ScreenEffect[] = [];
  const missing = pageRows(model)
    .map(({ lesson }) => lesson.id)
    .filter((id) => !model.cards.has(id));
  if (missing.length > 0) {
    const cards = new Map(model.cards);
    for (const id of missing) cards.set(id, "loading");
    model = { ...model, cards };
    needs.push({ effect: "loadCards", ids: missing });
  }
  const row = currentRow(model);
  const isOpen = model.mode.is === "card" || model.mode.is === "edit";
  const card = row === undefined ? undefined : cardOf(model, row);
  if (isOpen && card !== undefined && !model.excerpts.has(card.lesson.id)) {
    model = { ...model, excerpts: new Map(model.excerpts).set(card.lesson.id, "loading") };
    needs.push({ effect: "loadExcerpt", card });
  }
  if (isOpen && row !== undefined) {
    const edits = triggerEditsOf(model, row);
    const key = replayKey(edits);
    if (edits.length > 0 && model.replays.get(row.lesson.id)?.key !== key) {
      const replays = new Map(model.replays).set(row.lesson.id, { key, history: "running" });
      model = { ...model, replays };
      needs.push({ effect: "replay", row, key, edits });
    }
  }
  const changes = changedDecisions(before, model);
  if (changes.length > 0) needs.unshift({ effect: "keep", changes });
  return { model, effects: [...needs, ...effects] };
}

function changedDecisions(
  before: Model,
  after: Model,
): Extract<ScreenEffect, { readonly effect: "keep" }>["changes"] {
  if (before.decisions === after.decisions) return [];
  const ids = new Set([...before.decisions.keys(), ...after.decisions.keys()]);
  return [...ids].flatMap((id) => {
    const [was, is] = [before.decisions.get(id), after.decisions.get(id)];
    if (was === is) return [];
    return [[id, is === undefined || isUndecided(is) ? undefined : is] as const];
  });
}

type In<K extends Mode["is"]> = Extract<Mode, { readonly is: K }>;

/** The list follows while the filter is typed; Esc brings the old one back. */
function typeFilter(model: Model, mode: In<"filter">, key: Key): Model {
  const list: Model = { ...model, mode: { is: "list" } };
  if (key.key === "enter") return settle(list);
  if (key.key === "escape") return settle(changeFilter(list, mode.before));
  if (key.key === "up" || key.key === "down") {
    return settle({ ...list, cursor: model.cursor + (key.key === "up" ? -1 : 1) });
  }
  const editor = typeKey(mode.editor, key, Infinity);
  if (editor === undefined) return model;
  return settle(changeFilter({ ...model, mode: { ...mode, editor } }, editor.text));
}

/** One of the projects, tools or agents that the list has. */
function pressInPicker(model: Model, mode: In<"pick">, key: Key): Model {
  const choices = filterChoices(model);
  const by = movement(key, Math.max(model.size.rows - 4, 1));
  if (by !== 0) {
    const at = Math.max(Math.min(mode.at + by, choices.length - 1), 0);
    return { ...model, mode: { ...mode, at } };
  }
  const list: Model = { ...model, mode: { is: "list" } };
  switch (keyName(key)) {
    case "enter":
    case "right":
    case " ":
      return settle(changeFilter(list, choices[mode.at]?.word ?? ""));
    case "escape":
    case "left":
    case "f":
    case "q":
      return settle(list);
    default:
      return model;
  }
}

/** A digit is a reason, Enter is none, t is for words of one's own. */
function pressForReason(model: Model, mode: In<"reason">, key: Key): Model {
  if (key.key === "escape") return { ...model, mode: mode.back };
  const back: Model = { ...model, mode: mode.back };
  if (mode.editor === undefined) {
    const name = keyName(key);
    if (name === "enter") return archiveRows(back, mode.of, undefined);
    if (name === "t") {
      return { ...model, mode: { ...mode, editor: { text: "", cursor: 0, isMultiline: false } } };
    }
    const reason = reasons.find(({ digit }) => digit === name)?.reason;
    return reason === undefined ? model : archiveRows(back, mode.of, reason);
  }
  if (key.key === "enter") return archiveRows(back, mode.of, mode.editor.text.trim() || undefined);
  const editor = typeKey(mode.editor, key, Infinity);
  return editor === undefined ? model : { ...model, mode: { ...mode, editor } };
}

export const reasons = [
  { digit: "1", reason: "noise" },
  { digit: "2", reason: "duplicate" },
  { digit: "3", reason: "one-off" },
  { digit: "4", reason: "already known" },
] as const;

function pressInHelp(model: Model, mode: In<"help">, key: Key): Model {
  const by = movement(key, Math.max(model.size.rows - 2, 1));
  if (by === 0) return { ...model, mode: mode.back };
  const top = Math.max(Math.min(mode.top + by, lastHelpTop(model.size)), 0);
  return { ...model, mode: { ...mode, top } };
}
