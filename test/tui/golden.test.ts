import { join } from "node:path";
import { expect, test } from "vitest";
import { lineText } from "../../src/review/screen/frame.ts";
import { startReview } from "../../src/review/screen/start-review.ts";
import { view } from "../../src/review/screen/view.ts";
import type { Message, Model } from "../../src/review/screen/model.ts";
import { update } from "../../src/review/screen/update.ts";
import { largeDeck, opened, smallDeck } from "../kit/review-deck.ts";
import { notEmpty, press, typed } from "../kit/type-keys.ts";

const golden = join(import.meta.dirname, "../golden/tui");
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
  { columns: 60, rows: 15 },
];

const decided = [
  "H",
  press.home,
  press.down,
  "e",
  " projects",
  press.enter,
  press.escape,
  "x",
  "1",
  "y",
];
const trigger = ["e", press.tab, press.tab, press.tab, "x"];

const screens: Readonly<Record<string, readonly string[]>> = {
  list: [],
  marked: [" ", " "],
  decided,
  archived: [press.end, press.enter],
  card: [press.right],
  "card-details": [press.right, "d", press.pageDown],
  "card-archived": [press.end, press.enter, press.right],
  edit: ["e", press.clearLine, press.tab, press.newLine, "a second line"],
  trigger,
  problem: ["j", "e", press.clearLine],
  filter: ["/", "tag:lang"],
  pick: ["f", press.down],
  reason: ["x"],
  help: ["?"],
  offer: ["M"],
  confirmation: [...decided, "c"],
  "confirmation-problem": ["y", press.up, "e", press.clearLine, press.enter, "c"],
};

test.each(sizes.flatMap((size) => Object.keys(screens).map((name) => ({ ...size, name }))))(
  "$name at $columns × $rows",
  async ({ columns, rows, name }) => {
    const [weak] = largeDeck(1).cards;
    const start = {
      size: { columns, rows },
      isConnected: name !== "confirmation",
      program: name === "offer" ? "claude" : undefined,
    };
    const first = startReview(opened(smallDeck, weak && [weak]), start);
    const model = withAnswers(typed(first, ...(screens[name] ?? [])));
    await expect(framed(model)).toMatchFileSnapshot(join(golden, `${name}-${columns}x${rows}.txt`));
  },
);

/** As it looks when the store has answered. */
function withAnswers(model: Model): Model {
  const id = smallDeck.cards[0]?.lesson.id ?? "";
  const cost = { candidates: 48, left: 52, tokens: 36_000 };
  const messages: readonly Message[] = [
    { is: "excerpt", id, lines: excerpt },
    { is: "estimated", cost },
  ];
  return messages.reduce((before, message) => update(before, message, notEmpty).model, model);
}

const excerpt = [
  { by: "person", text: "switch to the release branch", isMistake: false },
  { by: "call", text: "$ git stash && git switch release", isMistake: true },
  { by: "result", text: "error: untracked files would be overwritten", isMistake: true },
  { by: "call", text: "$ git stash -u && git switch release", isMistake: false },
] as const;

test("the middle of a long list", async () => {
  const model = startReview(opened(largeDeck(500)), { size: { columns: 80, rows: 24 } });
  const down = typed(model, ...Array.from({ length: 20 }, () => press.pageDown), press.down);
  await expect(framed(down)).toMatchFileSnapshot(join(golden, "long-80x24.txt"));
});

/** The frame in a box, so that spaces at its edges are seen; the cursor is told below it. */
function framed(model: Parameters<typeof view>[0]): string {
  const { lines, cursor } = view(model);
  const place = cursor === undefined ? "hidden" : `${cursor.row}:${cursor.column}`;
  return `${lines.map((line) => `${lineText(line).trimEnd()}\n`).join("")}-- cursor ${place}\n`;
}
