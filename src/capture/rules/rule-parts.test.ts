import { expect, test } from "vitest";
import { rulePartsOf } from "./rule-parts.ts";

test.each([
  ["always run lint:fix before lint", { about: "lint", fix: "lint:fix", relation: "first" }],
  ["Run the tests before you push.", { about: "push", fix: "tests", relation: "first" }],
  ["before git push, run npm test", { about: "git push", fix: "npm test", relation: "first" }],
  ["use pnpm instead of npm", { about: "npm", fix: "pnpm", relation: "instead" }],
  [
    "use git stash -u, not git stash",
    { about: "git stash", fix: "git stash -u", relation: "instead" },
  ],
  [
    "never git push --force; use git push --force-with-lease",
    { about: "git push --force", fix: "git push --force-with-lease", relation: "instead" },
  ],
  ["git commit needs -s", { about: "git commit", fix: "-s", relation: "with" }],
  ["pass --no-pager to git log", { about: "git log", fix: "--no-pager", relation: "with" }],
  ["never run `rm -rf /`", { about: "rm -rf /" }],
  ["be careful with `terraform apply`", { about: "terraform apply" }],
  ["keep answers short", {}],
])("%s", (sentence, parts) => {
  const { rule, ...found } = rulePartsOf(sentence);
  expect(rule).toBe(sentence);
  expect(JSON.parse(JSON.stringify(found))).toEqual(parts);
});
