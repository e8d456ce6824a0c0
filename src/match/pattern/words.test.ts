import { expect, test } from "vitest";
import { commandPattern } from "../../shell/call-pattern.ts";
import { patternWords } from "./words.ts";

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
