import { expect, test } from "vitest";
import { isStandingRule } from "./standing-rule.ts";

test.each([
  "always run the formatter first",
  "Please never push on a Friday",
  "from now on use the staging key",
  "next time ask me",
  "in this project we sort imports by hand",
  "we don't use default exports",
  "use bun as the runner",
  "internal errors are never shown to users",
  "ask before you delete anything",
  "dont run the slow suite anymore",
  "In future, please sign the commits",
  "remember to pull first",
  "dorénavant en français",
])("%s is a rule", (text) => {
  expect(isStandingRule(text)).toBe(true);
});

test.each([
  "run the formatter",
  "I don't see the button anymore",
  "this may change in the future",
  "is it always like this?",
  "look at our code",
  "I can never find it",
])("%s is not", (text) => {
  expect(isStandingRule(text)).toBe(false);
});
