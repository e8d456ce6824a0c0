import { join } from "node:path";
import { expect, test } from "vitest";
import { lineText } from "../../src/review/screen/frame.ts";
import { startReview } from "../../src/review/screen/model.ts";
import { view } from "../../src/review/screen/view.ts";
import { largeDeck, smallDeck } from "../kit/review-deck.ts";
import { press, typed } from "../kit/type-keys.ts";

const golden = join(import.meta.dirname, "../golden/tui");
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 30 },
  { columns: 60, rows: 15 },
];

const decided = [
  " ",
  "h",
  "j",
  press.right,
  press.enter,
  " projects",
  press.enter,
  press.left,
  "x",
  "too niche",
  press.enter,
  "j",
  "e",
  "j",
  " ",
  "j",
  press.home,
];

const screens: Readonly<Record<string, readonly string[]>> = {
  list: [],
  decided,
  archived: ["jjj"],
  card: [press.right],
  "card-evidence": ["jj", press.right, press.end],
  "card-archived": ["jjj", press.right],
  edit: [press.right, press.enter, press.clearLine, press.tab, press.enter, "a second line"],
  problem: ["j", press.right, press.enter, press.clearLine],
  filter: ["/", "tag:lang"],
  reason: ["x", "too ni"],
  help: ["?"],
  leave: [" ", "q"],
  confirmation: [...decided, "c"],
  "confirmation-problem": [" ", press.right, press.enter, press.clearLine, press.enter, "c"],
};

test.each(sizes.flatMap((size) => Object.keys(screens).map((name) => ({ ...size, name }))))(
  "$name at $columns × $rows",
  async ({ columns, rows, name }) => {
    const model = typed(
      startReview(smallDeck, { size: { columns, rows } }),
      ...(screens[name] ?? []),
    );
    await expect(framed(model)).toMatchFileSnapshot(join(golden, `${name}-${columns}x${rows}.txt`));
  },
);

test("the middle of a long list", async () => {
  const model = startReview(largeDeck(500), { size: { columns: 80, rows: 24 } });
  const down = typed(model, ...Array.from({ length: 20 }, () => press.pageDown), press.up);
  await expect(framed(down)).toMatchFileSnapshot(join(golden, "long-80x24.txt"));
});

/** The frame in a box, so that spaces at its edges are seen; the cursor is told below it. */
function framed(model: Parameters<typeof view>[0]): string {
  const { lines, cursor } = view(model);
  const place = cursor === undefined ? "hidden" : `${cursor.row}:${cursor.column}`;
  return `${lines.map((line) => `${lineText(line).trimEnd()}\n`).join("")}-- cursor ${place}\n`;
}
