import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

test("a dot inside of a word ends no sentence", () => {
  expect(sentencesOf("Use tsconfig.json v5.2 here. Then stop")).toEqual([
    "Use tsconfig.json v5.2 here.",
    "Then stop",
  ]);
});
