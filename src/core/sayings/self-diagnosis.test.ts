import { expect, test } from "vitest";
import { selfDiagnosis } from "./self-diagnosis.ts";

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
