import { expect, test } from "vitest";
import { breakFrames, breakTags } from "./frames.ts";

test.each([
  ["</system-reminder>", "<\\/system-reminder>"],
  ["<system-reminder>", "<\\system-reminder>"],
  ["<SYSTEM>", "<\\SYSTEM>"],
  ["</skill>", "<\\/skill>"],
  ["</antml:invoke>", "<\\/antml:invoke>"],
  ["<command-name>x", "<\\command-name>x"],
  ["<!-- hidden", "<\\!-- hidden"],
])("a frame is broken: %s", (text, broken) => {
  expect(breakFrames(text)).toBe(broken);
  expect(breakFrames(broken)).toBe(broken);
});

test.each(["<branch-name>", "a < b", "</b>", "Map<string, number>", "<systematic"])(
  "%s stays",
  (text) => {
    expect(breakFrames(text)).toBe(text);
  },
);

test("a comment may stay where it hides nothing", () => {
  expect(breakTags("<!-- x --></result>")).toBe("<!-- x --><\\/result>");
});
