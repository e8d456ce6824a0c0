import { cardLayout } from "./card.ts";
import { layoutOf, listRows, settle } from "./layout.ts";
import type { Key } from "./keys.ts";
import type { Model, Pressed } from "./model.ts";
import { pageItems } from "./page-items.ts";
import { lastConfirmationTop } from "./confirmation.ts";
import { lastHelpTop } from "./help.ts";
import { pickerTop } from "./picker.ts";
import { changeFilter, filterChoices } from "./filter.ts";
import { scrollCard } from "./update-card.ts";
import { choose } from "./update-list.ts";
import { openCard } from "./update-row.ts";

type MouseKey = Extract<Key, { readonly key: "click" | "wheel" }>;

/** The wheel scrolls what it is over. A click goes to a line, and opens the one that the cursor is on. */
export function pressMouse(model: Model, key: MouseKey): Pressed {
  return key.key === "wheel" ? { model: turnWheel(model, key.by) } : click(model, key);
}

const wheelLines = 3;

function turnWheel(model: Model, by: -1 | 1): Model {
  const { mode, size } = model;
  const within = (at: number, last: number) => Math.max(Math.min(at, last), 0);
  switch (mode.is) {
    case "list":
      return settle({ ...model, cursor: model.cursor + by });
    case "card":
      return scrollCard(model, mode, by * wheelLines);
    case "help":
      return {
        ...model,
        mode: { ...mode, top: within(mode.top + by * wheelLines, lastHelpTop(size)) },
      };
    case "confirm": {
      const top = within(mode.top + by * wheelLines, lastConfirmationTop(model));
      return { ...model, mode: { ...mode, top } };
    }
    case "pick":
      return {
        ...model,
        mode: { ...mode, at: within(mode.at + by, filterChoices(model).length - 1) },
      };
    default:
      return model;
  }
}

function click(model: Model, { row, column }: Extract<Key, { readonly key: "click" }>): Pressed {
  const { mode, size } = model;
  const { listWidth } = layoutOf(size);
  const line = row - 1;
  switch (mode.is) {
    case "list":
      return line < 0 || line >= listRows(model) ? { model } : clickItem(model, line);
    case "card": {
      if (column < listWidth) {
        const item = pageItems(model)[model.top + line];
        return item?.is === "row"
          ? { model: openCard({ ...model, cursor: item.place }) }
          : { model };
      }
      const at = mode.top + line;
      const { places } = cardLayout(model, layoutOf(size).cardWidth);
      const field = places.findIndex(({ from, to }) => at >= from && at < to);
      return { model: field < 0 ? model : { ...model, mode: { ...mode, field } } };
    }
    case "pick": {
      const choice = filterChoices(model)[pickerTop(model) + line - 1];
      if (choice === undefined || line < 1) return { model };
      return { model: settle(changeFilter({ ...model, mode: { is: "list" } }, choice.word)) };
    }
    case "help":
      return { model: { ...model, mode: mode.back } };
    default:
      return { model };
  }
}

function clickItem(model: Model, line: number): Pressed {
  const item = pageItems(model)[model.top + line];
  if (item === undefined || !("place" in item)) return { model };
  const there = settle({ ...model, cursor: item.place });
  return item.is === "action" || item.place === model.cursor ? choose(there) : { model: there };
}
