import { wrapped } from "./cells.ts";
import { span, type Line, type Size } from "./frame.ts";

/** Every key, and what it does. */
export function helpLines(columns: number): readonly Line[] {
  const width = Math.max(columns - keyWidth, 12);
  return groups.flatMap(({ title, keys }, index): readonly Line[] => [
    ...(index === 0 ? [] : [[]]),
    [span(title, "bold")],
    ...keys.flatMap(([key, text]) =>
      wrapped(text, width).map((line, row): Line => [
        span((row === 0 ? `  ${key}` : "").padEnd(keyWidth), "bold"),
        span(line),
      ]),
    ),
  ]);
}

/** How far it can be scrolled: the last line of the screen says how to leave. */
export function lastHelpTop({ columns, rows }: Size): number {
  return Math.max(helpLines(columns).length - Math.max(rows - 1, 1), 0);
}

const keyWidth = 18;

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, text: string])[];
}

const groups: readonly KeyGroup[] = [
  {
    title: "Decide",
    keys: [
      ["y", "approve; again undoes. Restores what a model archived"],
      ["x", "archive: 1 noise, 2 duplicate, 3 one-off, 4 already known, Enter no reason"],
      ["e", "edit: Enter saves, Esc cancels, Tab next field, Ctrl-J new line"],
      ["E", "edit in $EDITOR"],
      ["H", "approve and hold: refuse the first such call of a session"],
      ["F", "approve and fix: fix every such call, where proven"],
      ["+", "add it to the lesson it expands"],
      ["space  a", "mark one, or the whole page; then y or x decides for all marked"],
      ["u  R", "undo the last change; discard all decisions"],
      ["c", "check all decisions, then confirm; nothing is active before"],
    ],
  },
  {
    title: "Look",
    keys: [
      ["↑ ↓ j k", "move; in a card, scroll"],
      ["Enter →  Esc ←", "open a card; go back"],
      ["n p", "in a card: next and previous"],
      ["d", "in a card: every field, scores and formulas"],
      ["PgDn PgUp", "next ten, previous ten"],
      ["m", "switch to the Maybe list and back"],
      ["f", "show only one project, tool or agent"],
      ["/", "filter: words, project:shop, tool:git, agent:name, level:high, tag:, kind:"],
      ["mouse", "wheel scrolls, click selects; hold Shift to select text"],
      ["M", "let an agent's program clean up the candidates"],
      ["q Ctrl-C", "leave; your decisions are kept for next time"],
    ],
  },
];
