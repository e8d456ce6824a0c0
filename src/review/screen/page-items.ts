import { grouped, plural } from "../../cli/layout.ts";
import { cardsAtOnce } from "../review-rows.ts";
import { isUndecided, type Model, type Row } from "./model.ts";

/** One line of the list. What has a place can be chosen. */
export type ListItem =
  | { readonly is: "row"; readonly row: Row; readonly place: number }
  | {
      readonly is: "action";
      readonly action: ListAction;
      readonly text: string;
      readonly place: number;
    }
  | { readonly is: "heading" | "nothing"; readonly text: string };

export type ListAction = "offer" | "next" | "previous" | "maybe" | "archived" | "first" | "confirm";

/** The page that is looked at: ten lessons under their headings, and where one can go from here. */
export function pageItems(model: Model): readonly ListItem[] {
  const items: ListItem[] = [];
  let place = 0;
  const addAction = (action: ListAction, text: string) => {
    items.push({ is: "action", action, text, place });
    place += 1;
  };
  const { list, page, maybe, filter } = model;
  if (model.program !== undefined && list === "first" && page === 0 && filter === "")
    addAction("offer", `Let ${model.program} clean up first: it drafts and archives noise (M)`);
  const rows = pageRows(model);
  const groups = Map.groupBy(rows, ({ group }) => group);
  for (const [group, members] of groups) {
    items.push({ is: "heading", text: group });
    for (const row of members) {
      items.push({ is: "row", row, place });
      place += 1;
    }
  }
  if (rows.length === 0) items.push({ is: "nothing", text: emptyText(model) });
  const left = model.visible.length - (page + 1) * cardsAtOnce;
  if (left > 0)
    addAction(
      "next",
      left > cardsAtOnce ? `Next ${cardsAtOnce} of ${grouped(left)}` : `Next ${left}`,
    );
  if (page > 0) addAction("previous", `Previous ${cardsAtOnce}`);
  if (list === "first") {
    if (maybe.count > 0) addAction("maybe", `Maybe (${grouped(maybe.count)})`);
    const archived = model.rows.filter((row) => row.list === "archived").length;
    if (archived > 0) addAction("archived", `Archived by the model (${archived})`);
  } else addAction("first", "Back to the first list");
  const decided = countDecided(model);
  if (decided > 0) addAction("confirm", `Confirm ${plural(decided, "decision")}`);
  return items;
}

function countDecided({ decisions }: Model): number {
  return [...decisions.values()].filter((decision) => !isUndecided(decision)).length;
}

export function pageRows({ rows, visible, page }: Model): readonly Row[] {
  const shown = visible.slice(page * cardsAtOnce, (page + 1) * cardsAtOnce);
  return shown.flatMap((index) => rows[index] ?? []);
}

/** The rows of the page in the order in which they are seen. */
export function rowsInOrder(model: Model): readonly Extract<ListItem, { readonly is: "row" }>[] {
  return pageItems(model).flatMap((item) => (item.is === "row" ? [item] : []));
}

export function currentItem(model: Model): ListItem | undefined {
  return pageItems(model).find((item) => "place" in item && item.place === model.cursor);
}

/** The lesson that the cursor is on, if it is on one. */
export function currentRow(model: Model): Row | undefined {
  const item = currentItem(model);
  return item?.is === "row" ? item.row : undefined;
}

/** How many things on the page can be chosen. */
export function countPlaces(model: Model): number {
  return pageItems(model).filter((item) => "place" in item).length;
}

/** The page with a lesson and the cursor on it; as it was where the list does not have it. */
export function goToRow(model: Model, id: string | undefined): Model {
  const at = model.visible.findIndex((index) => model.rows[index]?.lesson.id === id);
  if (at < 0) return model;
  const paged = { ...model, page: Math.floor(at / cardsAtOnce) };
  const item = rowsInOrder(paged).find(({ row }) => row.lesson.id === id);
  return { ...paged, cursor: item?.place ?? 0 };
}

/** The page with the cursor on its first lesson, or on the first thing that can be chosen. */
export function goToPage(model: Model, page: number): Model {
  const last = Math.max(Math.ceil(model.visible.length / cardsAtOnce) - 1, 0);
  const paged = { ...model, page: Math.max(Math.min(page, last), 0), top: 0 };
  return { ...paged, cursor: rowsInOrder(paged)[0]?.place ?? 0 };
}

function emptyText({ filter, list, maybe }: Model): string {
  if (list === "maybe" && maybe.is === "loading") return "Loading …";
  if (filter !== "") return "Nothing matches the filter. Esc clears it.";
  if (list !== "first") return "Nothing here.";
  return maybe.count > 0 ? "Nothing here is proven on your history yet." : "Nothing to review.";
}
