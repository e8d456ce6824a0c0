import { expect, test } from "vitest";
import { sayingStory } from "../../../test/kit/episode.ts";
import { sayingTriggers } from "./saying-triggers.ts";

test("a forbidden word of the command that was run is the trigger", () => {
  const story = { ...sayingStory("x"), ran: ["gh pr create --base stable --fill"] };
  expect(sayingTriggers(story, "Never open prs against stable").commandPatterns).toEqual([
    "^gh\\s+pr\\s+create(?!\\S)(?=.*\\sstable(?!\\S))",
  ]);
});

test("the head of a command alone is no trigger", () => {
  const story = { ...sayingStory("x"), ran: ["git commit -m hello"] };
  expect(sayingTriggers(story, "Never commit to main")).toEqual({});
});

test("a rule about code fires at files like those that were changed, not at the file that it names", () => {
  const story = { ...sayingStory("x"), edited: ["/home/me/shop/src/prices/tax.ts"] };
  expect(sayingTriggers(story, "Do not forget the entry in CHANGES.md")).toMatchObject({
    toolNames: ["Edit", "Write"],
    pathPatterns: ["**/prices/*.ts"],
  });
});

test("rules without a file or command keep their keywords, and come when a session starts", () => {
  const words = { actionKeywords: ["push"], contextKeywords: ["branch"] };
  const story = { ...sayingStory("x"), ...words };
  expect(sayingTriggers(story, "Never push on a Friday")).toEqual({
    injectOn: ["SessionStart"],
    ...words,
  });
});

test("a file that is only named is no trigger", () => {
  expect(sayingTriggers(sayingStory("x"), "Do not forget the entry in CHANGES.md")).toEqual({});
});

test("a rule about the work with git or with the person has no files", () => {
  const story = { ...sayingStory("x"), edited: ["src/a.ts"] };
  expect(sayingTriggers(story, "Never push on a Friday")).toEqual({});
});
