import { expect, test } from "vitest";

import { classifyImpact } from "./score.ts";

test.each([
  ["production", ["deploy", "release", "production", "publish", "security", "data loss"]],
  ["production", ["breaking", "critical", "users affected", "downtime", "rollback"]],
  ["quality", ["test", "bug", "error", "exception", "crash", "refactor", "code quality"]],
  ["quality", ["lint", "type check", "coverage", "regression"]],
  ["style", ["style", "format", "naming", "organize", "readability", "comment", "documentation"]],
  ["info", ["", "You forgot to update marketplace.json when you bumped the version"]],
] as const)("%s is what %j point to", (impact, texts) => {
  const classified = texts.map((text) => classifyImpact(`we had ${text} there`));
  expect(classified).toEqual(texts.map(() => impact));
});

test("the gravest keyword decides, wherever it stands", () => {
  expect(classifyImpact("a comment about the failing test before the Release")).toBe("production");
  expect(classifyImpact("a comment about the failing test")).toBe("quality");
});

test.each([
  ["the deployment stopped", "production"],
  ["published twice", "production"],
  ["testing it by hand", "quality"],
  ["the linter said no", "quality"],
])("a word may go on after the keyword: %s", (text, impact) => {
  expect(classifyImpact(text)).toBe(impact);
});

test.each(["use the latest one", "more information", "debug it", "an attestation", "a splinter"])(
  "a keyword inside a word does not count: %s",
  (text) => {
    expect(classifyImpact(text)).toBe("info");
  },
);

test.each([
  ["a TypeError in the parser", "quality"],
  ["ERR_CRASH_ON_EXIT", "quality"],
  ["run npm run typecheck", "quality"],
  ["severity:data-loss", "production"],
  ["the data\nloss", "production"],
])("names in code fall into words: %s", (text, impact) => {
  expect(classifyImpact(text)).toBe(impact);
});
