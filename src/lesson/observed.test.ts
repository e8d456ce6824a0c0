import { expect, test } from "vitest";
import { observedWords } from "./observed.ts";

test("how far an observation has come is said in one line, and ready apart from still observing", () => {
  const procedure = { count: 5, countNeeded: 3, days: 9, daysNeeded: 5 };
  expect(observedWords({ ...procedure, isGood: true, isReady: true })).toBe(
    "ready: seen 5 times (3 needed) on 9 days (5 needed), quality good",
  );
  const decision = { count: 1, countNeeded: 2, days: 0, daysNeeded: 0 };
  expect(observedWords({ ...decision, isGood: false, isReady: false })).toBe(
    "still observing: seen 1 time (2 needed), quality too vague so far",
  );
});
