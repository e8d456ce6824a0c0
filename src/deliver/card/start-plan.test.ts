import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { utf8Length } from "../plan/budget.ts";
import {
  cardText,
  chooseCard,
  crowdedOut,
  planStart,
  sessionsBetween,
  type CardEntry,
  type StartSupply,
} from "./start-plan.ts";

const supply: StartSupply = {
  lessons: [],
  card: [],
  point: "SessionStart",
  turn: 0,
  mostBytes: 4096,
  overheadBytes: 30,
};

const rule = (name: string, size = 100) =>
  readyLesson({
    id: name,
    slug: name,
    priority: 5,
    injectOn: ["SessionStart"],
    text: name.padEnd(size, "."),
    shortText: name.padEnd(Math.min(size, 60), "."),
  });

const critical = (name: string, size = 100) => ({
  ...rule(name, size),
  priority: 9,
  injectOn: ["PreToolUse"] as const,
});

const line = (name: string, worth: number, size = 60): CardEntry => ({
  lessons: [name],
  line: name.padEnd(size, "."),
  worth,
});

const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test("CRITICAL lessons come first, then the card, then the lessons for the start", () => {
  const { pieces } = planStart({
    ...supply,
    lessons: [rule("rule"), critical("critical")],
    card: [line("b", 1), line("a", 2)],
  });
  expect(pieces.map((piece) => piece.replaceAll(/\.+/g, ""))).toEqual([
    "critical",
    "### Known here (lessons card)\n- a\n- b",
    "rule",
  ]);
});

test("what has a line on the card is not told twice", () => {
  const plan = planStart({ ...supply, lessons: [rule("a")], card: [line("a", 1)] });
  expect(plan.lessons).toEqual([]);
  expect(plan.card).toHaveLength(1);
});

test("long CRITICAL lessons are shortened before they take the room of the card, and never left out for it", () => {
  const plan = planStart({
    ...supply,
    lessons: names(5, "critical").map((name) => critical(name, 900)),
    card: names(8, "line").map((name, index) => line(name, index, 80)),
  });
  expect(plan.lessons).toHaveLength(5);
  expect(plan.card).toHaveLength(8);
  expect(plan.pieces[0]).toHaveLength(900);
  expect(plan.pieces[4]).toHaveLength(60);
});

test("a sixth CRITICAL lesson takes turns with the others", () => {
  const lessons = names(6, "critical").map((name) => critical(name));
  const shown = (turn: number) =>
    planStart({ ...supply, lessons, turn }).lessons.map(({ slug }) => slug);
  expect(new Set([...shown(0), ...shown(1)]).size).toBe(6);
  expect(shown(0)).not.toEqual(shown(1));
});

test("twelve lessons for the start all come within three sessions", () => {
  const lessons = names(12, "rule").map((name) => rule(name, 800));
  const seen = [0, 1, 2].flatMap((turn) => planStart({ ...supply, lessons, turn }).lessons);
  expect(new Set(seen).size).toBe(12);
  expect(crowdedOut({ ...supply, lessons })).toEqual([]);
});

test("more than can come in three sessions are named, and still come some time", () => {
  const lessons = names(30, "rule").map((name) => rule(name));
  expect(crowdedOut({ ...supply, lessons }).length).toBeGreaterThan(0);
  const turns = Array.from({ length: 30 }, (_, turn) => turn);
  const seen = turns.flatMap((turn) => planStart({ ...supply, lessons, turn }).lessons);
  expect(new Set(seen).size).toBe(30);
});

test("how often a lesson comes is said exactly: at every start, in turns, or never", () => {
  const every = (lessons: StartSupply["lessons"]) => [
    ...sessionsBetween({ ...supply, lessons }).values(),
  ];
  expect(every([rule("a"), critical("b")])).toEqual([1, 1]);
  expect(every(names(12, "rule").map((name) => rule(name, 800)))).toEqual(Array(12).fill(3));
  expect(Math.min(...every(names(30, "rule").map((name) => rule(name))))).toBeGreaterThan(3);
  const long = names(5, "critical").map((name) => ({
    ...critical(name, 420),
    shortText: name.padEnd(420, "."),
  }));
  expect(every([...long, rule("late")]).at(-1)).toBe(Number.POSITIVE_INFINITY);
});

test("law: a lesson comes at least once in as many sessions as is said, whichever session that begins with", () => {
  const sizes = fc.array(fc.integer({ min: 20, max: 400 }), { maxLength: 16 });
  fc.assert(
    fc.property(sizes, sizes, sizes, fc.nat(1000), (long, ruled, lined, from) => {
      const lessons = [
        ...long.map((size, index) => critical(`critical${index}`, size)),
        ...ruled.map((size, index) => rule(`rule${index}`, size)),
      ];
      const card = lined.map((size, index) => line(`line${index}`, index, Math.min(size, 140)));
      for (const [id, sessions] of sessionsBetween({ ...supply, lessons, card })) {
        if (sessions > 60) continue;
        const turns = Array.from({ length: sessions }, (_, at) => from + at);
        const comes = turns.some((turn) =>
          planStart({ ...supply, lessons, card, turn }).lessons.some((each) => each.id === id),
        );
        expect({ id, sessions, comes }).toEqual({ id, sessions, comes: true });
      }
    }),
    law({ quick: 20, deep: 200 }),
  );
});

test("the best lines keep their place, the others take turns", () => {
  const card = names(12, "line").map((name, index) => line(name, 100 - index));
  const chosen = (turn: number) => chooseCard(card, turn).map(({ lessons: [name] }) => name);
  expect(chosen(0)).toEqual(names(8, "line"));
  expect(chosen(1).slice(0, 5)).toEqual(names(5, "line"));
  const all = Array.from({ length: 6 }, (_, turn) => chosen(turn)).flat();
  expect(new Set(all).size).toBe(12);
});

test("law: nothing exceeds its room, no CRITICAL lesson waits for the card, and nothing is lost", () => {
  const sizes = fc.array(fc.integer({ min: 20, max: 400 }), { maxLength: 20 });
  const lineSizes = fc.array(fc.integer({ min: 15, max: 140 }), { maxLength: 20 });
  fc.assert(
    fc.property(sizes, sizes, lineSizes, fc.nat(50), (long, ruled, lined, turn) => {
      const lessons = [
        ...long.map((size, index) => critical(`critical${index}`, size)),
        ...ruled.map((size, index) => rule(`rule${index}`, size)),
      ];
      const card = lined.map((size, index) => line(`line${index}`, index, size));
      const plan = planStart({ ...supply, lessons, card, turn });
      const bytes = plan.pieces.reduce((sum, piece) => sum + utf8Length(piece) + 2, 28);
      expect(bytes).toBeLessThanOrEqual(2048);
      expect(utf8Length(cardText(plan.card))).toBeLessThanOrEqual(800);
      expect(plan.card.length).toBeLessThanOrEqual(8);
      const alone = planStart({ ...supply, lessons: lessons.slice(0, long.length), turn });
      const isCritical = ({ priority }: { priority: number }) => priority === 9;
      expect(plan.lessons.filter(isCritical)).toEqual(alone.lessons);
      const comes = Array.from({ length: card.length }, (_, each) => chooseCard(card, each)).flat();
      expect(new Set(comes).size).toBe(card.length);
    }),
    law({ quick: 50, deep: 500 }),
  );
});
