import fc from "fast-check";
import { expect, test } from "vitest";
import { explicitLesson, selfDiagnosis } from "./explicit-lesson.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  [
    "Fixed. Lesson learned: run `make gen` before the build. Next I will push.",
    "Lesson learned: run `make gen` before the build.",
  ],
  ["ok\nfrom now on use the staging key please\nthanks", "from now on use the staging key please"],
  [
    "Got it. Going forward I'll never touch that file!",
    "Going forward I'll never touch that file!",
  ],
  ["**Note for future**: the port is 4000.", "Note for future**: the port is 4000."],
  ["Please remember that the cache is per user", "Please remember that the cache is per user"],
  ["Next time, ask before you push to main", "Next time, ask before you push to main"],
])("%s", (text, sentence) => {
  expect(explicitLesson(text)).toBe(sentence);
});

test.each([
  "I remember that it worked last week",
  "the build is stable going forward",
  "can we use that from now on?",
  'The heading says "Lesson learned: always test" in the doc',
  "```\nfrom now on use tabs in this file\n```",
  "> from now on we only use tabs here",
  "It will be used the next time you run it",
  "from now on",
  "Forwarding the port",
])("nothing is taught by: %s", (text) => {
  expect(explicitLesson(text)).toBeUndefined();
});

test("law: what is found is part of the text, and says it", () => {
  const piece = fc.constantFrom(
    "from now on use tabs here",
    "lesson learned: pull before you push",
    "`from now on`",
    "```",
    "\n",
    ". ",
    "hm ",
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const found = explicitLesson(text);
      if (found === undefined) return;
      expect(text).toContain(found);
      expect(found).toMatch(/from now on|lesson learned/u);
    }),
    law(),
  );
});

test.each([
  [
    "Hm. The issue is that the shell expands the glob. I'll quote it.",
    "The issue is that the shell expands the glob.",
  ],
  ["Found it. Root cause: the cache is shared.", "Root cause: the cache is shared."],
  [
    "BSD sed doesn't support that flag, so I use perl.",
    "BSD sed doesn't support that flag, so I use perl.",
  ],
  ["`jq` isn't installed here.", "`jq` isn't installed here."],
  ["It turns out the port is taken. Retrying.", "It turns out the port is taken."],
])("%s", (text, sentence) => {
  expect(selfDiagnosis(text)).toBe(sentence);
});

test("the surest words win over those that come first", () => {
  expect(selfDiagnosis("It can't find the file. The root cause is the working directory.")).toBe(
    "The root cause is the working directory.",
  );
});

test.each([
  "All tests pass.",
  "```\nroot cause\n```",
  'The log says "the issue is unknown" twice',
  "",
])("nothing is named by: %s", (text) => {
  expect(selfDiagnosis(text)).toBeUndefined();
});
