import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { timeLeft } from "./time-left.ts";

test("the first file predicts nothing, however long it took to get there", () => {
  const left = timeLeft();
  expect(left(0, 0)).toBeUndefined();
  expect(left(0.001, 2200)).toBeUndefined();
  expect(left(0.002, 2300)).toBeUndefined();
});

test("starting up does not count: what is left is judged by how fast the work itself goes", () => {
  const left = timeLeft();
  left(0.01, 5000);
  expect(left(0.11, 8000)).toBe("about 30 s left");
  expect(left(0.51, 20_000)).toBe("about 15 s left");
  expect(left(1, 35_000)).toBeUndefined();
});

test("work that becomes slower is judged by how it goes lately", () => {
  const left = timeLeft();
  for (let second = 1; second <= 10; second += 1) left(second * 0.05, second * 1000);
  for (let second = 11; second <= 60; second += 1) left(0.5 + (second - 10) * 0.002, second * 1000);
  expect(left(0.6, 60_000)).toBe("about 3 min left");
});

test("law: at a steady pace what is said is true but for its rounding", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 3000 }),
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      (all, at) => {
        const left = timeLeft();
        let said: string | undefined;
        for (let share = 0.01; share <= at; share += 0.01) said = left(share, share * all * 1000);
        if (said === undefined) return;
        const [, count, unit] = /^about (\d+) (s|min) left$/.exec(said) ?? [];
        const seconds = Number(count) * (unit === "min" ? 60 : 1);
        const truth = (1 - Math.floor(at * 100) / 100) * all;
        expect(Math.abs(seconds - truth)).toBeLessThanOrEqual(
          5 + 0.02 * all + (unit === "min" ? 30 : 0),
        );
      },
    ),
    law(),
  );
});
