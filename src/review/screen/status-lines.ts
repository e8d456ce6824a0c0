import { plural } from "../../cli/layout.ts";
import { editableFields } from "./card-layout.ts";
import { widthOf } from "./cells.ts";
import { lastConfirmationTop } from "./confirmation-words.ts";
import { lastHelpTop } from "./help-words.ts";
import { span, type Line } from "./line.ts";
import { currentRow, isNoise, type Model } from "./model.ts";
import { problemsOf } from "./plan.ts";

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
