import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReviewDeck } from "../../src/review/review-card.ts";
import {
  frameChange,
  type Frame,
  type Size,
  lineText,
  lineWidth,
} from "../../src/review/screen/frame.ts";
import type { Key } from "../../src/review/screen/keys.ts";
import { type Model, planOf, type Message } from "../../src/review/screen/model.ts";
import { countPlaces } from "../../src/review/screen/page-items.ts";
import { startReview } from "../../src/review/screen/start-review.ts";
import { update } from "../../src/review/screen/update.ts";
import { view } from "../../src/review/screen/view.ts";
import { largeDeck, opened, reviewCard, reviewLesson, smallDeck } from "../kit/review-deck.ts";
import { keysOf, notEmpty, press } from "../kit/type-keys.ts";
import { VirtualScreen } from "../kit/virtual-screen.ts";
import { law } from "../kit/law.ts";

const nasty = "\u001B[2J\u001B]0;title\u0007 \u202Egnp.exe \u009B31m\ttab\nline 漢字🧑‍💻\u0000";
const nastyDeck: ReviewDeck = {
  cards: [
    reviewCard(
      reviewLesson({
        slug: `nasty${nasty}`,
        summary: nasty,
        body: { mistake: nasty.repeat(20), remediation: nasty },
        tags: [`tool:${nasty}`],
      }),
      {
        reading: nasty,
        warnings: [nasty],
        holdProposal: nasty,
        opinion: { verdict: "keep", reason: nasty, by: nasty },
        expands: { slug: nasty, diff: [{ is: "added", text: nasty }] },
        near: [{ id: "n", slug: nasty, summary: nasty, similarity: 0.5 }],
        history: { calls: 1, fired: 1, sessions: 1, failed: 1, examples: [nasty] },
      },
    ),
  ],
  noise: [
    reviewCard(reviewLesson({ slug: "noise", summary: nasty }), {
      opinion: { verdict: "archive", reason: nasty, by: nasty },
    }),
  ],
};

const decks = fc.constantFrom<ReviewDeck[]>(
  smallDeck,
  nastyDeck,
  largeDeck(40),
  { cards: [], noise: [] },
  { cards: [], noise: smallDeck.noise },
);
const size: fc.Arbitrary<Size> = fc.oneof(
  fc.constantFrom({ columns: 80, rows: 24 }, { columns: 60, rows: 15 }),
  fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 40 }) }),
);
const key: fc.Arbitrary<Key> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...Object.values(press).filter((sent) => sent !== press.interrupt),
      ),
    },
    { weight: 6, arbitrary: fc.constantFrom(...Array.from(" axHFeudmcq/?jknpyRfgGt1+")) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "\u001B[200~pasted\ntext\u001B[201~",
        "\u0015",
        "\u0017",
        "\u001B[<0;12;4M",
        "\u001B[<0;90;9M",
        "\u001B[<64;3;3M",
        "\u001B[<65;3;3M",
        "\u007F",
        "漢",
      ),
    },
  )
  .chain((sent) => {
    const keys = keysOf(sent);
    return keys.length === 0 ? fc.constant<Key>({ key: "escape" }) : fc.constantFrom(...keys);
  });
const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 20, arbitrary: key.map((pressed) => ({ is: "key" as const, key: pressed })) },
  { weight: 1, arbitrary: size.map((next) => ({ is: "resize" as const, size: next })) },
  { weight: 1, arbitrary: fc.constant({ is: "failed" as const, text: nasty }) },
);

test("no keys break the screen: the cursor stays in range, and every frame fits", () => {
  fc.assert(
    fc.property(decks, size, fc.array(message, { maxLength: 40 }), (deck, start, messages) => {
      let model = startReview(opened(deck), { size: start });
      let screen = new VirtualScreen(start);
      let before: Frame | undefined;
      for (const each of messages) {
        model = update(model, each, notEmpty).model;
        expectInRange(model);
        if (each.is === "resize") {
          screen = new VirtualScreen(each.size);
          before = undefined;
        }
        const frame = view(model);
        expect(frame.lines).toHaveLength(model.size.rows);
        for (const line of frame.lines) {
          expect(lineWidth(line)).toBeLessThanOrEqual(model.size.columns);
        }
        // It throws at a control character, and at what is outside of the screen.
        screen.write(frameChange(before, frame, { size: model.size, hasColor: true }));
        before = frame;
      }
    }),
    law({ quick: 60, deep: 400 }),
  );
});

test("undo is the inverse of every change", () => {
  fc.assert(
    fc.property(decks, fc.array(key, { maxLength: 40 }), (deck, keys) => {
      let model = startReview(opened(deck), { size: { columns: 80, rows: 24 } });
      const before: Model["decisions"][] = [];
      for (const each of keys) {
        const next = update(model, { is: "key", key: each }, notEmpty).model;
        if (next.past.length > model.past.length) before.push(model.decisions);
        else if (next.past.length < model.past.length) expect(next.decisions).toEqual(before.pop());
        else expect(next.decisions).toBe(model.decisions);
        model = next;
      }
      model = { ...model, mode: { is: "list" } };
      for (const decisions of before.toReversed()) {
        model = update(model, { is: "key", key: { key: "text", text: "u" } }, notEmpty).model;
        expect(model.decisions).toEqual(decisions);
      }
      expect(planOf(model)).toEqual([]);
    }),
    law({ quick: 400 }),
  );
});

test("only what was decided is in a plan, once, and only what is archived has a reason", () => {
  fc.assert(
    fc.property(decks, fc.array(key, { maxLength: 60 }), (deck, keys) => {
      let model = startReview(opened(deck), { size: { columns: 80, rows: 24 } });
      for (const each of keys) model = update(model, { is: "key", key: each }, notEmpty).model;
      const plan = planOf(model);
      expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
      expect(plan.map(({ id }) => id).toSorted()).toEqual([...model.decisions.keys()].toSorted());
      for (const act of plan) {
        expect(act.reason === undefined || act.verdict === "archive").toBe(true);
        expect(act.reason).not.toBe("");
        expect(act.verdict !== "none" || act.edits.length > 0).toBe(true);
      }
    }),
    law({ quick: 400 }),
  );
});

test("colour changes nothing of what is said", () => {
  const lines = view(startReview(opened(nastyDeck), { size: { columns: 80, rows: 24 } })).lines;
  expect(lines.map(lineText).join("\n")).not.toMatch(
    /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/,
  );
});

function expectInRange(model: Model): void {
  const { cursor, top, rows } = model;
  expect(cursor).toBeGreaterThanOrEqual(0);
  expect(cursor).toBeLessThanOrEqual(Math.max(countPlaces(model) - 1, 0));
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThanOrEqual(rows.length + 6);
}
