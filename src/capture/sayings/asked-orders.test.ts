import { expect, test } from "vitest";
import { askedOrders, runIn } from "./asked-orders.ts";

test("what a task forbids or has run beside it is an order of its own", () => {
  expect(
    askedOrders(
      "add the price page, update the docs, then run npm run fix and don't use the old cart",
    ),
  ).toEqual(["run npm run fix", "don't use the old cart"]);
});

test.each([
  "run the tests",
  "don't worry about the docs",
  "do not change anything",
  "never mind",
  "don't do it",
  `${"The importer reads prices. ".repeat(30)}Do not round the prices.`,
  "Answer in this form:\n- do not use long words\n- do not use tabs anywhere",
])("%j asks for nothing that can come back", (words) => {
  expect(askedOrders(words)).toEqual([]);
});

test("an order to run a program says which", () => {
  expect(["run `make fix`", "don't use the old cart"].map(runIn)).toEqual(["make fix", undefined]);
});
