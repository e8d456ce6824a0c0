import { expect, test } from "vitest";
import { countByWeek } from "./stats.ts";

test("weeks begin on Monday, and a week without anything is there, too", () => {
  const times = [
    "2026-11-22T23:59:59.999Z",
    "2026-11-16T00:00:00.000Z",
    "2026-11-30T00:00:00.000Z",
  ];
  expect(countByWeek(times)).toEqual([
    { week: "2026-11-16", count: 2 },
    { week: "2026-11-23", count: 0 },
    { week: "2026-11-30", count: 1 },
  ]);
  expect(countByWeek([])).toEqual([]);
});

test("of a wrong clock no more than two years are counted", () => {
  expect(countByWeek(["0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z"])).toHaveLength(104);
});
