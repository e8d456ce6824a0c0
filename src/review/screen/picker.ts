import { fill } from "./cells.ts";
import { filterChoices } from "./filter.ts";
import { span, type Line } from "./frame.ts";
import { scrolledTo } from "./layout.ts";
import type { Model } from "./model.ts";

/** What the list can be narrowed to: one line each, under the title. */
export function pickerLines(model: Model): readonly Line[] {
  const { mode } = model;
  const at = mode.is === "pick" ? mode.at : 0;
  const choices = filterChoices(model);
  const lines = choices.map(({ title, name, count }, index): Line => {
    const isFirst = choices[index - 1]?.title !== title;
    const isHere = index === at;
    return [
      span(isHere ? "▸ " : "  ", "bold"),
      span((isFirst ? title : "").padEnd(10), "dim"),
      span(fill(name, nameWidth), isHere ? "inverse" : undefined),
      span(` ${count}`, "dim"),
    ];
  });
  return [[span("Show only", "bold")], ...lines.slice(pickerTop(model))];
}

const nameWidth = 32;

/** The first choice on the screen. */
export function pickerTop(model: Model): number {
  const { mode, size } = model;
  const at = mode.is === "pick" ? mode.at : 0;
  const rows = Math.max(size.rows - 3, 1);
  return scrolledTo(0, { from: at, to: at + 1 }, { rows, total: filterChoices(model).length });
}
