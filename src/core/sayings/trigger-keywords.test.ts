import fc from "fast-check";
import { expect, test } from "vitest";
import { triggerKeywords } from "./trigger-keywords.ts";
import { law } from "../../../test/kit/law.ts";

test("verbs and topics are found with their endings", () => {
  expect(triggerKeywords("You forgot to UPDATE the changelog when bumping the versions")).toEqual({
    actionKeywords: ["update", "bump"],
    contextKeywords: ["version", "changelog"],
  });
});

test("short words are not found inside others", () => {
  expect(triggerKeywords("the address of the logic in the latest prototype")).toEqual({
    actionKeywords: [],
    contextKeywords: [],
  });
});

test.each([
  ["dependencies", ["dependency"]],
  ["pull-request", ["pull request"]],
  ["modified", []],
])("%s is about %s", (text, contextKeywords) => {
  expect(triggerKeywords(text).contextKeywords).toEqual(contextKeywords);
});

test("law: case makes no difference, and no keyword comes twice", () => {
  const word = fc.constantFrom(
    "release",
    "Deploying",
    "tests",
    "run",
    "CI",
    "tagging",
    "docs",
    "api",
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(" ");
      const { actionKeywords, contextKeywords } = triggerKeywords(text.toLowerCase());
      expect(triggerKeywords(text.toUpperCase())).toEqual({ actionKeywords, contextKeywords });
      expect(new Set(actionKeywords).size).toBe(actionKeywords.length);
      expect(new Set(contextKeywords).size).toBe(contextKeywords.length);
    }),
    law(),
  );
});
