import { expect, test } from "vitest";
import { levelSpread } from "./measured-lessons.ts";

test("twenty lessons spread as they should", () => {
  const priorities = [10, 9, 9, 8, 8, 7, 7, 7, 7, 6, 5, 5, 5, 4, 4, 4, 3, 2, 1, 1];
  const { active, isInflated, levels } = levelSpread(priorities);
  expect({ active, isInflated }).toEqual({ active: 20, isInflated: false });
  expect(levels).toEqual([
    { level: "CRITICAL", lessons: 3, percent: 15, expectedPercent: [10, 20], isAsExpected: true },
    { level: "HIGH", lessons: 6, percent: 30, expectedPercent: [30, 40], isAsExpected: true },
    { level: "MEDIUM", lessons: 7, percent: 35, expectedPercent: [30, 40], isAsExpected: true },
    { level: "LOW", lessons: 4, percent: 20, expectedPercent: [10, 20], isAsExpected: true },
  ]);
});

test("more than half critical is too many; half is not", () => {
  expect(levelSpread([9, 9, 5]).isInflated).toBe(true);
  expect(levelSpread([9, 5]).isInflated).toBe(false);
  expect(levelSpread([]).isInflated).toBe(false);
});
