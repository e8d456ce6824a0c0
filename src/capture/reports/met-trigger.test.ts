import { expect, test } from "vitest";
import { metTrigger } from "./met-trigger.ts";

const ran = ["ls src", "git push origin main", "pytest -v tests/", "npm run build", "make all"];

test.each([
  "git push --force",
  "pytest",
  "make deploy",
  "for file in *.ts; do tsc $file; done",
  "grep foo src | sort",
  'git commit -m "when in doubt"',
  "src/config.ts",
])("a command or a path is taken as it is: %s", (text) => {
  expect(metTrigger(text, ran)).toBe(text);
});

test.each([
  ["when running git push to a protected branch", "git push"],
  ["Running `npm run build` in a fresh clone", "npm run build"],
  ["calling pytest with -v in CI", "pytest -v"],
  ["the `pytest` run before a commit", "pytest"],
])("a sentence is as much of a call of its session as it names: %s", (text, command) => {
  expect(metTrigger(text, ran)).toBe(command);
});

test.each([
  "when deploying to production",
  "running cargo build in a workspace",
  "calling pytest with --lf in CI",
  "when you make a change to the schema",
  "Using git in a submodule",
  "after ls of a big folder",
])("a sentence that meets no call is none: %s", (text) => {
  expect(metTrigger(text, ran)).toBeUndefined();
});
