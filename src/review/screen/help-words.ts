import type { Size } from "./frame.ts";
import { span, type Line } from "./line.ts";
import { wrapped } from "./wrap-text.ts";

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
  ["e", "add to the lesson that it expands"],
  ["space Enter", "on an archived one: bring it back"],
  ["/", "filter: words, tag:git, kind:pitfall, level:high; Esc takes it away"],
  ["u", "undo the last change"],
  ["c", "see what will happen, then confirm; nothing is written before"],
  ["q Ctrl-C", "leave, nothing written"],
];
