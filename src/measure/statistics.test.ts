import fc from "fast-check";
import { expect, test } from "vitest";
import {
  newcombeInterval,
  wilsonInterval,
  type Share,
  meanOf,
  middleOf,
  percentile,
  studentQuantile,
} from "./statistics.ts";
import { law } from "../../test/kit/law.ts";

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
test.each<[number, number, number, number]>([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
])("%i of %i lies between %f and %f", (hits, all, low, high) => {
  const interval = wilsonInterval({ hits, all });
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

// Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10.
test.each<[Share, Share, number, number]>([
  [{ hits: 56, all: 70 }, { hits: 48, all: 80 }, 0.0524, 0.3339],
  [{ hits: 9, all: 10 }, { hits: 3, all: 10 }, 0.1705, 0.809],
  [{ hits: 6, all: 7 }, { hits: 2, all: 7 }, 0.0582, 0.8062],
  [{ hits: 5, all: 56 }, { hits: 0, all: 29 }, -0.0381, 0.1926],
  [{ hits: 0, all: 10 }, { hits: 0, all: 20 }, -0.1611, 0.2775],
  [{ hits: 10, all: 10 }, { hits: 0, all: 10 }, 0.6075, 1],
])("%o is more than %o by %f to %f", (first, second, low, high) => {
  const interval = newcombeInterval(first, second);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test.each([
  [5, 2.571],
  [10, 2.228],
  [30, 2.042],
  [120, 1.98],
])(
  "97.5 %% of Student's distribution with %i degrees of freedom lie below %f",
  (degrees, below) => {
    expect(studentQuantile(degrees)).toBeCloseTo(below, 2);
  },
);

const anyShare = fc
  .nat({ max: 500 })
  .chain((all) => fc.record({ hits: fc.nat({ max: all }), all: fc.constant(all) }));

test("law: a share lies in its interval, which lies between nothing and all", () => {
  fc.assert(
    fc.property(anyShare, ({ hits, all }) => {
      const { low, high } = wilsonInterval({ hits, all });
      const share = all === 0 ? 0 : hits / all;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      expect(high).toBeLessThanOrEqual(1);
    }),
    law(),
  );
});

test("law: the other way round, the difference has the other sign", () => {
  fc.assert(
    fc.property(anyShare, anyShare, (first, second) => {
      const [there, back] = [newcombeInterval(first, second), newcombeInterval(second, first)];
      expect(there.low).toBeCloseTo(-back.high, 10);
      expect(there.high).toBeCloseTo(-back.low, 10);
    }),
    law(),
  );
});

test("a percentile is a value that there is: the smallest that is enough", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100]);
  expect([middleOf([7]), middleOf([9, 1]), middleOf([3, 1, 2]), middleOf([])]).toEqual([
    7, 1, 2, 0,
  ]);
  expect([meanOf([1, 2]), meanOf([])]).toEqual([1.5, 0]);
});
