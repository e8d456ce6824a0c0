import { cardLayout } from "./card-layout.ts";
import { layoutOf, listItems, listRows, scrolledTo } from "./layout.ts";
import type { Model } from "./model.ts";

/** The same model with the cursor inside the list, and what the person is at on the screen. */
export function settle(model: Model): Model {
  const cursor = Math.max(Math.min(model.cursor, model.visible.length), 0);
  const items = listItems(model);
  const line = items.findIndex((item) => "place" in item && item.place === cursor);
  const top = scrolledTo(
    model.top,
    // The heading above the first archived row is seen with it.
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
