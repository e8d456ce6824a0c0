import { cardLayout } from "./card.ts";
import type { Size } from "./frame.ts";
import type { Model } from "./model.ts";
import { countPlaces, pageItems } from "./page-items.ts";

/** How the screen is divided. */
interface Layout {
  /** Lines between the title and the keys. */
  readonly bodyRows: number;
  /** Of those, the lines at the bottom of the list that tell about the lesson at the cursor. */
  readonly previewRows: number;
  /** The list beside an open card; 0 where there is no room for both. */
  readonly listWidth: number;
  readonly cardWidth: number;
}

export function layoutOf({ columns, rows }: Size): Layout {
  const bodyRows = Math.max(rows - 2, 1);
  const listWidth = columns < narrowest ? 0 : Math.min(Math.floor(columns * 0.36), 60);
  return {
    bodyRows,
    previewRows: rows >= 34 ? 12 : rows >= 22 ? 6 : 0,
    listWidth,
    cardWidth: listWidth === 0 ? columns : columns - listWidth - 2,
  };
}

const narrowest = 112;

/** How many lines of the list are on the screen. */
export function listRows(model: Model): number {
  const { bodyRows, previewRows } = layoutOf(model.size);
  const isWhole = model.mode.is === "card" || model.mode.is === "edit";
  return Math.max(isWhole ? bodyRows : bodyRows - previewRows, 1);
}

/** The first line to show so that lines `from` to `to` are seen, moving as little as possible. */
export function scrolledTo(
  top: number,
  { from, to }: { readonly from: number; readonly to: number },
  { rows, total }: { readonly rows: number; readonly total: number },
): number {
  const highest = Math.max(total - rows, 0);
  const down = to > top + rows ? Math.min(to - rows, from) : top;
  return Math.max(Math.min(down, from, highest), 0);
}

/** The same model with the cursor inside the page, and what the person is at on the screen. */
export function settle(model: Model): Model {
  const cursor = Math.max(Math.min(model.cursor, countPlaces(model) - 1), 0);
  const items = pageItems(model);
  const line = items.findIndex((item) => "place" in item && item.place === cursor);
  const top = scrolledTo(
    model.top,
    // The heading above a first row is seen with it.
    { from: items[line - 1]?.is === "heading" ? line - 1 : line, to: line + 1 },
    { rows: listRows(model), total: items.length },
  );
  return settleCard({ ...model, cursor, top });
}

function settleCard(model: Model): Model {
  const { mode } = model;
  if (mode.is !== "card" && mode.is !== "edit") return model;
  const { bodyRows, cardWidth } = layoutOf(model.size);
  const layout = cardLayout(model, cardWidth);
  const bounds = { rows: bodyRows, total: layout.lines.length };
  const place = layout.places[mode.field] ?? { from: 0, to: 1 };
  // At the first field, what is said above it is seen too.
  const whole = mode.field === 0 ? { from: 0, to: place.to } : place;
  const field = scrolledTo(mode.top, whole, bounds);
  const { cursor } = layout;
  const top =
    cursor === undefined
      ? field
      : scrolledTo(field, { from: cursor.line, to: cursor.line + 1 }, bounds);
  return { ...model, mode: { ...mode, top } };
}
