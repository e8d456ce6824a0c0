import { expect, test } from "vitest";
import { instantAt } from "./instant-at.ts";

test.each([
  [1794744000000, "2026-11-15T12:00:00.000Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  [-1, undefined],
  [8.64e15, undefined],
  [1e300, undefined],
  ["1794744000000", undefined],
  [undefined, undefined],
])("the time %s is %s", (created, instant) => {
  expect(instantAt({ created }, "created")).toBe(instant);
});
