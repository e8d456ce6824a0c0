import { expect, test } from "vitest";
import { commandPattern } from "../../shell/call-pattern.ts";
import { patternWords, patternChoices } from "./words.ts";
import fc from "fast-check";
import { readPattern } from "./pattern.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["^git\\s+stash\\b", "git stash", [], []],
  [
    "^git\\s+stash\\b(?!.*(-u|--include-untracked))",
    "git stash",
    [],
    ["-u", "--include-untracked"],
  ],
  ["(?-i)^grep(?!\\S)(?=.*\\s-oP(?![^\\s=]))(?!.*\\s-oE(?![^\\s=]))", "grep", ["-oP"], ["-oE"]],
  ["^rm\\s+.*-rf", "rm", ["-rf"], []],
  ["^\\./gradlew\\s+build\\b", "./gradlew build", [], []],
])("%s is %j with %j without %j", (pattern, text, asked, without) => {
  expect(patternWords(pattern)).toEqual({ text, isAtStart: true, with: asked, without });
});

test("a text that may stand anywhere", () => {
  expect(patternWords("--no-verify\\b")).toEqual({
    text: "--no-verify",
    isAtStart: false,
    with: [],
    without: [],
  });
});

test.each(["^(npm|yarn)\\s+test", "a+", "[ab]c", "^x?y", "(", "^git(?=.*(-a|-b))", "\\d", "a|b"])(
  "%s cannot be said in words",
  (pattern) => {
    expect(patternWords(pattern)).toBeUndefined();
  },
);

test("what our own scans make of a command can be said in words", () => {
  const made = commandPattern("git push origin main", {
    mistakeWords: ["origin"],
    fixWords: ["--dry-run", "-n"],
  });
  expect(patternWords(made ?? "")).toEqual({
    text: "git push",
    isAtStart: true,
    with: ["origin"],
    without: ["--dry-run", "-n"],
  });
});

test.each([
  ["^(npm|yarn)\\s+test", ["^npm\\s+test", "^yarn\\s+test"]],
  ["a|b", ["a", "b"]],
  [
    "(?-i)^git\\s+(?:pull|push(?: -f| --force))",
    ["(?-i)^git\\s+pull", "(?-i)^git\\s+push -f", "(?-i)^git\\s+push --force"],
  ],
  ["^git(?=.*(-a|-b))", ["^git(?=.*-a)", "^git(?=.*-b)"]],
  ["^git(?!.*(-a|-b))", ["^git(?!.*(-a|-b))"]],
  ["(a|b)+", ["(a|b)+"]],
  ["a|b|c|d|e|f|g", ["a|b|c|d|e|f|g"]],
  ["(a|b)\\1", ["(a|b)\\1"]],
  ["(", ["("]],
])("%s is %j", (pattern, choices) => {
  expect(patternChoices(pattern)).toEqual(choices);
});

test("law: the choices together match what the pattern matches", () => {
  const piece = fc.constantFrom("a", "b", "\\s", "-f", ".*", "(?!.*(a|b))", "(?=.*(a|b))", "\\b");
  const group = fc
    .array(fc.array(piece, { maxLength: 2 }), { minLength: 1, maxLength: 3 })
    .map((parts) => `(?:${parts.map((each) => each.join("")).join("|")})`);
  const pattern = fc.array(fc.oneof(piece, group, fc.constant("|")), { maxLength: 5 });
  const text = fc.array(fc.constantFrom("a", "b", " ", "-f"), { maxLength: 7 });
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (parts, texts) => {
      const source = parts.join("");
      const choices = patternChoices(source);
      for (const letters of texts) {
        const line = letters.join("");
        const isMatched = choices.some((each) => new RegExp(readPattern(each).source).test(line));
        expect(isMatched).toBe(new RegExp(source).test(line));
      }
    }),
    law({ quick: 500 }),
  );
});
