import type { OpenedReview, ReviewList } from "../review-rows.ts";
import { withVisible } from "./filter.ts";
import type { Size } from "./frame.ts";
import { settle } from "./layout.ts";
import { type Model, rowOf } from "./model.ts";
import { goToPage } from "./page-items.ts";

export interface ReviewStart {
  readonly size: Size;
  readonly program?: string | undefined;
  readonly isConnected?: boolean;
  /** Decisions of an earlier review that nobody has confirmed. */
  readonly decisions?: Model["decisions"];
  /** Which list it opens on. */
  readonly list?: ReviewList;
  readonly filter?: string;
  readonly notice?: string;
}

export function startReview(opened: OpenedReview, start: ReviewStart): Model {
  const { size, program, isConnected = true, decisions = new Map() } = start;
  const { filter = "", notice = "", list: firstList = "first" } = start;
  const isMaybeOpen = opened.rows.some(({ list }) => list === "maybe");
  const model: Model = {
    rows: opened.rows.map(rowOf),
    cards: new Map(opened.cards.map((card) => [card.lesson.id, card])),
    excerpts: new Map(),
    replays: new Map(),
    maybe: { count: opened.maybe, is: isMaybeOpen ? "open" : "closed" },
    list: firstList,
    filter,
    visible: [],
    page: 0,
    cursor: 0,
    top: 0,
    marked: new Set(),
    decisions,
    past: [],
    mode: { is: "list" },
    isDetailed: false,
    notice,
    size,
    program,
    isConnected,
  };
  return settle(goToPage(withVisible(model), 0));
}
