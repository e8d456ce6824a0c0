import { grouped } from "../../cli/layout.ts";
import { editableFields } from "./card-fields.ts";
import { widthOf } from "./cells.ts";
import { lastConfirmationTop } from "./confirmation.ts";
import { lineWidth, span, type Line, type Span } from "./frame.ts";
import { lastHelpTop } from "./help.ts";
import { isArchived, problemsOf, type Model } from "./model.ts";
import { currentRow } from "./page-items.ts";
import { cardsAtOnce, type ReviewList } from "../review-rows.ts";
import { reasons } from "./update.ts";
import { canConnect } from "./update-end.ts";

/** What is on the screen, and how far the person has come. */
export function titleLine(model: Model): Line {
  const { visible, page, filter, list, marked } = model;
  const verdicts = [...model.decisions.values()].map(({ verdict }) => verdict.is);
  const count = (verdict: (typeof verdicts)[number]) =>
    verdicts.filter((each) => each === verdict).length;
  const first = page * cardsAtOnce + 1;
  const last = Math.min((page + 1) * cardsAtOnce, visible.length);
  const place = visible.length === 0 ? "none" : `${first}–${last} of ${grouped(visible.length)}`;
  const progress = [
    [count("approve"), "approved"],
    [count("archive"), "to archive"],
    [count("expand"), "added"],
    [count("unarchive"), "back"],
    [marked.size, "marked"],
  ] as const;
  const said = progress.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`]));
  return [
    span(listTitles[list], "bold"),
    span(` · ${[place, ...said].join(" · ")}`),
    span(filter === "" ? "" : ` · only ${filter}`, "bold"),
  ];
}

const listTitles: Readonly<Record<ReviewList, string>> = {
  first: "Review",
  maybe: "Maybe",
  archived: "Archived by the model",
};

/** The last line: what was just said, what is asked, or what the keys do. */
export function keyLine(model: Model): Line {
  if (model.notice !== "") return [span(model.notice, "bold")];
  const { size, mode } = model;
  switch (mode.is) {
    case "confirm": {
      const isMore = mode.top < lastConfirmationTop(model);
      const keys =
        problemsOf(model).length > 0
          ? [
              ["n", "go back"],
              ["q", "leave, keep the draft"],
            ]
          : [
              ["y", "confirm"],
              ...(canConnect(model) ? [["i", "confirm and connect"]] : []),
              ["n", "go back"],
              ["q", "leave, keep the draft"],
            ];
      return [...hints(keys, size.columns), span(isMore ? "  ↓ more" : "", "bold")];
    }
    case "applying":
      return [span("Saving …", "bold")];
    case "offer":
      return mode.cost !== undefined && mode.cost.candidates > 0
        ? hints(
            [
              ["y", "start"],
              ["n", "go back"],
            ],
            size.columns,
          )
        : hints([["Esc", "go back"]], size.columns);
    case "cleaning":
      return hints([["Esc", "stop"]], size.columns);
    case "help":
      return lastHelpTop(size) > 0
        ? hints(
            [
              ["↑↓", "more"],
              ["any other key", "goes back"],
            ],
            size.columns,
          )
        : hints([["any key", "goes back"]], size.columns);
    case "pick":
      return hints(
        [
          ["Enter", "show only these"],
          ["Esc", "back"],
        ],
        size.columns,
      );
    case "reason":
      return [
        span("Archive: ", "bold"),
        ...hints(
          [
            ...reasons.map(({ digit, reason }) => [digit, reason]),
            ["Enter", "no reason"],
            ["t", "type"],
            ["Esc", "back"],
          ],
          size.columns - 9,
        ),
      ];
    case "edit":
      return hints(editKeys(model), size.columns);
    case "card":
      return hints(cardKeys(model), size.columns);
    default:
      return hints(listKeys(model), size.columns);
  }
}

type KeyHint = readonly string[];

/** The most important first: what does not fit is left out from the end. */
function listKeys({ list, marked }: Model): readonly KeyHint[] {
  const keys: readonly KeyHint[] = [
    ["y", list === "archived" ? "restore" : marked.size > 0 ? `approve ${marked.size}` : "approve"],
    ["x", marked.size > 0 ? `archive ${marked.size}` : "archive"],
    ["e", "edit"],
    ["c", "confirm"],
    ["q", "leave"],
    ["?", "keys"],
    ["space", "mark"],
    ["Enter", "open"],
    ["H", "hold"],
    ["F", "fix"],
    ["f", "filter"],
    ["/", "search"],
    ["u", "undo"],
    ["m", list === "maybe" ? "first list" : "maybe"],
  ];
  return list === "archived"
    ? keys.filter(([key]) => !["x", "e", "H", "F"].includes(key ?? ""))
    : keys;
}

function cardKeys(model: Model): readonly KeyHint[] {
  const row = currentRow(model);
  if (row !== undefined && isArchived(row))
    return [
      ["y", "restore"],
      ["Esc", "back"],
      ["n/p", "next/previous"],
      ["q", "leave"],
      ["?", "keys"],
    ];
  return [
    ["y", "approve"],
    ["x", "archive"],
    ["e", "edit"],
    ["Esc", "back"],
    ["q", "leave"],
    ["?", "keys"],
    ["H", "hold"],
    ["F", "fix"],
    ["n", "next"],
    ["d", model.isDetailed ? "less" : "details"],
    ["E", "$EDITOR"],
    ["u", "undo"],
    ["c", "confirm"],
  ];
}

function editKeys(model: Model): readonly KeyHint[] {
  const { mode } = model;
  const field = mode.is === "edit" ? editableFields(model)[mode.field] : undefined;
  return [
    ["Enter", "save"],
    ["Esc", "cancel"],
    ["Tab", "next field"],
    ...(field?.isMultiline === true ? [["Ctrl-J", "new line"]] : []),
    ["Ctrl-U", "clear"],
    ["Ctrl-W", "delete a word"],
  ];
}

/** As many as fit: the key itself stands out. */
function hints(keys: readonly KeyHint[], columns: number): Line {
  const shown: Span[] = [];
  for (const [key = "", text = ""] of keys) {
    const gap = shown.length === 0 ? "" : "  ";
    if (lineWidth(shown) + widthOf(`${gap}${key} ${text}`) > columns) break;
    shown.push(span(gap), span(key, "bold"), span(` ${text}`, "dim"));
  }
  return shown;
}
