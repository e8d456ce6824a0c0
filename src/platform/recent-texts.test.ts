import { expect, test } from "vitest";
import { forRecentTexts } from "./recent-texts.ts";

test("a text that was looked at a moment ago is not taken apart again", () => {
  const made: string[] = [];
  const lengthOf = forRecentTexts((text) => made.push(text) && text.length);
  expect(["one", "three", "one"].map(lengthOf)).toEqual([3, 5, 3]);
  expect(made).toEqual(["one", "three"]);
});

test("nothing is remembered for ever", () => {
  const made: string[] = [];
  const note = forRecentTexts((text) => made.push(text));
  const many = Array.from({ length: 20 }, (_, at) => String(at));
  for (const text of [...many, ...many]) note(text);
  expect(made).toEqual([...many, ...many]);
});
