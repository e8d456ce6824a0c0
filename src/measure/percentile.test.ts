import { expect, test } from "vitest";
import { meanOf, middleOf, percentile } from "./percentile.ts";

test("a percentile is a value that there is: the smallest that is enough", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100]);
  expect([middleOf([7]), middleOf([9, 1]), middleOf([3, 1, 2]), middleOf([])]).toEqual([
    7, 1, 2, 0,
  ]);
  expect([meanOf([1, 2]), meanOf([])]).toEqual([1.5, 0]);
});
