import { plural } from "../../cli/layout.ts";
import { editableFields } from "./card.ts";
import { widthOf, wrapped } from "./cells.ts";
import { lastConfirmationTop } from "./confirmation.ts";
import { span, type Line, type Size } from "./frame.ts";
import { currentRow, isNoise, type Model, problemsOf } from "./model.ts";

/** What is on the screen, and how far the person has come. */
export function titleLine(model: Model): Line {
  const { rows, filter, visible, decisions } = model;
  const noise = rows.filter(isNoise).length;
  const verdicts = [...decisions.values()].map(({ verdict }) => verdict.is);
  const selected = verdicts.filter((verdict) => verdict === "approve").length;
  const archived = verdicts.filter((verdict) => verdict === "archive").length;
  const counts = [
    plural(rows.length - noise, "candidate"),
    ...(noise === 0 ? [] : [`${noise} archived by the model`]),
    `${selected} selected`,
    ...(archived === 0 ? [] : [`${archived} to archive`]),
  ];
  const filtered = filter === "" ? "" : ` · filter: ${filter} (${visible.length})`;
  return [span("Review", "bold"), span(` · ${counts.join(" · ")}`), span(filtered, "yellow")];
}

/** The last line: what was just said, what is asked, or what the keys do. */
export function keyLine(model: Model): Line {
  if (model.notice !== "") return [span(model.notice, "yellow")];
  const { columns } = model.size;
  switch (model.mode.is) {
    case "leave":
      return [span("Leave? Nothing of what you decided is written. [y/n]", "bold")];
    case "confirm": {
      const isMore = model.mode.top < lastConfirmationTop(model);
      const question =
        problemsOf(model).length > 0
          ? "Nothing can be confirmed yet. [n] goes back"
          : "Confirm? [y/n]";
      return [span(question, "bold"), span(isMore ? "  ↓ more" : "", "yellow")];
    }
    case "applying":
      return [span("Writing …", "bold")];
    case "help":
      return lastHelpTop(model.size) > 0
        ? [span("↑↓ more  any other key goes back", "dim")]
        : [span("Any key goes back", "dim")];
    case "edit":
      return editKeys(model);
    case "card":
      return hints(cardKeys(model), columns);
    default:
      return hints(listKeys, columns);
  }
}

const listKeys = [
  "? help",
  "space select",
  "→ open",
  "x archive",
  "c confirm",
  "/ filter",
  "a all",
  "u undo",
  "q leave",
  "h hold",
];

function cardKeys(model: Model): readonly string[] {
  const row = currentRow(model);
  return row !== undefined && isNoise(row)
    ? ["space unarchive", "← back", "n/p next/previous", "? help"]
    : ["Enter edit", "↑↓ field", "← back", "space select", "n/p next", "x archive", "? help"];
}

function editKeys(model: Model): Line {
  const { mode, size } = model;
  const field = mode.is === "edit" ? editableFields(currentRow(model))[mode.field] : undefined;
  const keys = field?.isMultiline === true ? ["Esc done", "Tab next"] : ["Enter done", "Tab next"];
  return hints([...keys, "Ctrl-U clear the line", "Ctrl-W delete a word"], size.columns);
}

/** As many as fit, the most important first. */
function hints(keys: readonly string[], columns: number): Line {
  let shown = "";
  for (const key of keys) {
    const next = shown === "" ? key : `${shown}  ${key}`;
    if (widthOf(next) > columns) break;
    shown = next;
  }
  return [span(shown, "dim")];
}

/** Every key, and what it does. */
export function helpLines(columns: number): readonly Line[] {
  const width = Math.max(columns - keyWidth, 12);
  return [
    [span("Keys", "bold")],
    ...keys.flatMap(([key, text]) =>
      wrapped(text, width).map((line, index): Line => [
        span((index === 0 ? `  ${key}` : "").padEnd(keyWidth), "bold"),
        span(line),
      ]),
    ),
  ];
}

/** How far it can be scrolled: the last line of the screen says how to leave. */
export function lastHelpTop({ columns, rows }: Size): number {
  return Math.max(helpLines(columns).length - Math.max(rows - 1, 1), 0);
}

const keyWidth = 18;

const keys: readonly (readonly [string, string])[] = [
  ["↑ ↓ j k", "move; PageUp, PageDown, Home, End too"],
  ["space", "select or deselect: selected ones are promoted, others are skipped"],
  ["a", "select all that are shown, or none"],
  ["→ Enter", "open the card; there, Enter edits the field, Tab and ↑ ↓ move, ← or Esc goes back"],
  ["n p", "in a card: the next and the previous one"],
  ["x", "archive, with a reason"],
  ["h", "hold: refuse the first such call of a session, with the lesson as reason"],
  ["F", "fix: correct every such call; hold it where that is not certain"],
  ["e", "add to the lesson that it expands"],
  ["space Enter", "on an archived one: bring it back"],
  ["/", "filter: words, tag:git, kind:pitfall, level:high; Esc takes it away"],
  ["u", "undo the last change"],
  ["c", "see what will happen, then confirm; nothing is written before"],
  ["q Ctrl-C", "leave, nothing written"],
];
