import fc from "fast-check";
import { expect, test } from "vitest";
import { fitToBudget, utf8Length, type Budget } from "./budget.ts";
import { law } from "../../../test/kit/law.ts";

const stash = { text: "stash ".repeat(20), shortText: "git stash leaves untracked files behind" };
const push = { text: "push ".repeat(20), shortText: "git push needs a branch" };
const wide = { mostLessons: 3, mostBytes: 4096, overheadBytes: 100 };

test("what fits is delivered whole, in order", () => {
  expect(fitToBudget([stash, push], wide)).toEqual([
    { item: stash, form: "full", text: stash.text },
    { item: push, form: "full", text: push.text },
  ]);
});

test("no more than the cap, although there is room", () => {
  const most = fitToBudget([stash, push, stash, push], { ...wide, mostLessons: 2 });
  expect(most.map(({ item }) => item)).toEqual([stash, push]);
});

test("where the text is too long the short one stands in", () => {
  const budget = { mostLessons: 3, mostBytes: 150, overheadBytes: 0 };
  expect(fitToBudget([stash, push], budget)).toEqual([
    { item: stash, form: "full", text: stash.text },
    { item: push, form: "short", text: push.shortText },
  ]);
});

test("where the short text is too long its beginning stands in, cut between words", () => {
  const long = {
    text: "x".repeat(500),
    shortText: "one two three four five six seven eight nine ten",
  };
  expect(fitToBudget([long], { mostLessons: 3, mostBytes: 60, overheadBytes: 15 })).toEqual([
    { item: long, form: "cut", text: "one two three four five six seven eight…" },
  ]);
});

test("what does not fit is dropped, and something smaller may come in its place", () => {
  const long = { text: "x".repeat(500), shortText: "y".repeat(80) };
  const budget = { mostLessons: 2, mostBytes: 30, overheadBytes: 0 };
  expect(fitToBudget([long, push], budget)).toEqual([
    { item: push, form: "short", text: push.shortText },
  ]);
  expect(fitToBudget([long, push], { ...budget, overheadBytes: 30 })).toEqual([]);
});

test("a family is one character, whole or not at all", () => {
  const families = { text: "x".repeat(500), shortText: "👨‍👩‍👧‍👦".repeat(4) };
  expect(fitToBudget([families], { mostLessons: 1, mostBytes: 60, overheadBytes: 0 })).toEqual([
    { item: families, form: "cut", text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…" },
  ]);
});

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 120, size: "max" }),
  fc.string({ unit: "binary", maxLength: 60, size: "max" }),
  fc
    .array(fc.constantFrom("👨‍👩‍👧‍👦", "e\u0301", "🇩🇪", "漢", "word ", "\r\n"), { maxLength: 40 })
    .map((parts) => parts.join("")),
);
const anyItems = fc.array(fc.record({ text: anyText, shortText: anyText }), { maxLength: 6 });
const anyBudget: fc.Arbitrary<Budget> = fc.record({
  mostLessons: fc.integer({ min: 0, max: 5 }),
  mostBytes: fc.integer({ min: 0, max: 400 }),
  overheadBytes: fc.integer({ min: 0, max: 100 }),
});

test("law: what is delivered is never over the budget or the cap", () => {
  fc.assert(
    fc.property(anyItems, anyBudget, (items, budget) => {
      const portions = fitToBudget(items, budget);
      const { mostLessons, mostBytes, overheadBytes } = budget;
      const delivered = portions.map(({ text }) => text).join("\n\n");
      expect(portions.length).toBeLessThanOrEqual(mostLessons);
      if (portions.length > 0) {
        expect(Buffer.byteLength(delivered) + overheadBytes).toBeLessThanOrEqual(mostBytes);
      }
    }),
    law({ quick: 500 }),
  );
});

test("law: portions are in order, and each is its text, its short text, or whole characters of that", () => {
  const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  fc.assert(
    fc.property(anyItems, anyBudget, (items, budget) => {
      const portions = fitToBudget(items, budget);
      const places = portions.map(({ item }) => items.indexOf(item));
      expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
      for (const { item, form, text } of portions) {
        expect(text).not.toBe("");
        if (form === "full") expect(text).toBe(item.text);
        if (form === "short") expect(text).toBe(item.shortText);
        if (form !== "cut") continue;
        const kept = text.slice(0, -1);
        const ends = Array.from(characters.segment(item.shortText), ({ index }) => index);
        expect({ end: text.at(-1), isBeginning: item.shortText.startsWith(kept) }).toEqual({
          end: "…",
          isBeginning: true,
        });
        expect(ends).toContain(kept.length);
      }
    }),
    law({ quick: 500 }),
  );
});

test("law: the first lesson is whole when it fits", () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const [first] = items;
      fc.pre(first !== undefined && first.text !== "");
      const mostBytes = utf8Length(first.text) + 10;
      const [portion] = fitToBudget(items, { mostLessons: 1, mostBytes, overheadBytes: 10 });
      expect(portion).toEqual({ item: first, form: "full", text: first.text });
    }),
    law(),
  );
});
