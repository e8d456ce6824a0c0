import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { readDuration } from "./read-since.ts";

test.each([
  ["30m", 1_800_000],
  ["2h", 7_200_000],
  [" 1 D ", 86_400_000],
  ["1w", 604_800_000],
])("%j is %d milliseconds", (text, expected) => {
  expect(readDuration(text)).toBe(expected);
});

test.each(["", "2", "h", "0m", "-1h", "1.5h", "2 hours", "367d", "999999m", "1h30m"])(
  "%j is no length of time",
  (text) => {
    expect(() => readDuration(text)).toThrow(InvalidArgumentError);
  },
);
