import fc from "fast-check";
import { expect, test } from "vitest";
import { isOppositeAdvice } from "./opposite-advice.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["Always use npm ci in pipelines", "Never use npm ci in pipelines"],
  ["Use yarn for this repository", "Do not use yarn for this repository"],
  ["Use yarn.", "Don't use yarn."],
  ["Use the global mocks", "Avoid the global mocks"],
  ["Use `python3` instead of `python`.", "Use `python` instead of `python3`."],
  ["Prefer tabs rather than spaces", "Prefer spaces rather than tabs"],
  ["Instead of grep, use rg", "Instead of rg, use grep"],
  ["Use tabs, not spaces", "Use spaces, not tabs"],
  ["Add `--repo` to `gh pr view`.", "Drop `--repo` from `gh pr view`."],
  ["Run `go test` with `sudo`.", "Run `go test` without `sudo`."],
  ["Commit generated files", "You should not commit generated files"],
  ["Commit the lock file", "Avoid committing lock files"],
  ["Do not skip the hooks", "Skip the hooks"],
  ["Run it from `src` instead of `web`.", "Run it from `web` instead of `src`."],
  ["Run the build before the tests", "Run the build after the tests"],
  ["Run migrations before the server", "Run the server before migrations"],
  ["Replace `sed` with `perl`", "Replace `perl` with `sed`"],
  ["Replace sed by perl", "Use sed instead of perl"],
  ["Quote the pattern", "Do not quote the pattern"],
  ["Use `git add -A`", "Never run git add -A"],
])("%j is against %j", (one, other) => {
  expect(isOppositeAdvice(one, other)).toBe(true);
});

test.each([
  ["Use `python3` instead of `python`.", "Always use `python3` instead of `python`"],
  ["Never use `npm ci` here", "Avoid `npm ci`"],
  ["Use yarn", "Do not use npm"],
  ["Use `git push`", "Never use `git push --force`"],
  ["Use rg instead of grep", "Use fd instead of find"],
  ["The build failed without a message", "The build failed with a message"],
  ["Do not skip the hooks", "Never skip the hooks"],
  ["Run `git add x` first.", "Do not commit."],
  ["Use mocks for the network. Do not use mocks for the store.", "Use mocks for the network."],
  ["", "Never use it"],
])("%j is not against %j", (one, other) => {
  expect(isOppositeAdvice(one, other)).toBe(false);
});

const vocabulary = [
  ..."use never not avoid do don't always drop add run with without instead of rather than".split(
    " ",
  ),
  ..."before after , . npm yarn tests `git add` --force commit the it from in replace ' ` ; but".split(
    " ",
  ),
];
const anyAdvice = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 16 }).map((words) => words.join(" ")),
);

test("law: being opposite goes both ways", () => {
  fc.assert(
    fc.property(anyAdvice, anyAdvice, (one, other) => {
      expect(isOppositeAdvice(one, other)).toBe(isOppositeAdvice(other, one));
    }),
    law({ quick: 2000 }),
  );
});

test("law: no text is against itself", () => {
  fc.assert(
    fc.property(anyAdvice, (text) => {
      expect(isOppositeAdvice(text, text)).toBe(false);
    }),
    law({ quick: 2000 }),
  );
});

test("law: doing a thing is opposite to not doing it, whatever the thing and the words for it", () => {
  const thing = fc
    .array(fc.stringMatching(/^(?:[a-z]{2,9}|--[a-z]{2,6}|[a-z]{1,5}\.[a-z]{2})$/), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => `\`${words.join(" ")}\``);
  const doing = fc.constantFrom("Always use", "Use", "You should use", "Prefer", "Please run");
  const refusing = fc.constantFrom(
    "Never use",
    "Do not use",
    "Don't use",
    "Avoid",
    "You must not run",
  );
  fc.assert(
    fc.property(thing, doing, refusing, (what, yes, no) => {
      expect(isOppositeAdvice(`${yes} ${what}.`, `${no} ${what}.`)).toBe(true);
    }),
    law(),
  );
});
