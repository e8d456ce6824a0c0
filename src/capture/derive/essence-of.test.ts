import { expect, test } from "vitest";
import { essenceLine, essenceOf } from "./essence-of.ts";

const sayings: readonly (readonly [string, string])[] = [
  ["hmm, ok so please never push to the demo branch", "Never push to the demo branch"],
  [
    "That is great work so far. You should not rename the public functions. Thanks!",
    "You should not rename the public functions",
  ],
  [
    "I looked at the page for a while. Always use the shared client instead of fetch.",
    "Always use the shared client instead of fetch",
  ],
  [
    "That shelf is wrong. It belongs to the worker",
    "That shelf is wrong. It belongs to the worker",
  ],
  [
    "don't format the generated files of the parser by hand because the next build throws the changes away",
    "Don't format the generated files of the parser by hand",
  ],
  [
    "See https://git.example.com/shop/cart/pull/12 where you did not use the price type of the shop",
    "See …/pull/12 where you did not use the price type of the shop",
  ],
  ["make a short list", "Make a short list"],
  ["npm run is what we use", "npm run is what we use"],
  ["", ""],
];

test.each(sayings)("%j comes down to %j", (words, essence) => {
  expect(essenceLine(essenceOf(words))).toBe(essence);
});

test("a cut leaves no half a thought behind", () => {
  const said =
    "do not ship the browser with the code, so when we package it, nobody has to leave it out by hand";
  expect(essenceLine(said)).toBe("Do not ship the browser with the code");
});
