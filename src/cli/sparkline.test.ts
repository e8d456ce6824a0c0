import { expect, test } from "vitest";
import { sparkline } from "./sparkline.ts";

test.each<[string, readonly (number | undefined)[]]>([
  ["", []],
  ["▁▁", [0, 0]],
  ["▁▂█", [0, 1, 1000]],
  ["▅█", [5, 9]],
  ["▁ █", [0, undefined, 3]],
  ["██", [7, 7]],
])("%j is drawn for %j", (drawn, values) => {
  expect(sparkline(values)).toBe(drawn);
});

test("where there is no room the last ones are drawn, as high as among themselves", () => {
  expect(sparkline([100, 1, 2], 2)).toBe("▅█");
});
