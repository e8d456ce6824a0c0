import { expect, test } from "vitest";
import { bar } from "./bar.ts";

test.each<[string, number, number]>([
  ["░░░░", 0, 3],
  ["█░░░", 1, 1000],
  ["██░░", 2, 4],
  ["███░", 999, 1000],
  ["████", 7, 7],
  ["░░░░", 0, 0],
])("%s is %i of %i", (drawn, part, whole) => {
  expect(bar(part, whole, 4)).toBe(drawn);
});
