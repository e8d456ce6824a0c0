import fc from "fast-check";
import { expect, test } from "vitest";
import { judgePatternSpeed, measureGrowth } from "./speed.ts";
import { readPattern } from "./pattern.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["(a+)+$", "exponential", "aaaaaaaaaaaa…"],
  ["(a|aa)+$", "exponential", "aaaaaaaaaaaa…"],
  ["(a|a)*b", "exponential", "aaaaaaaaaaaa…"],
  ["^(\\w+\\s?)*$", "exponential", "aaaaaaaaaaaa…"],
  ["^git (a|a)*$", "exponential", "git aaaaaaaaaaaa…"],
  ["^(?=.*z)(a+)+$", "exponential", "aaaaaaaaaaaa…az"],
  ["^.*a.*b", "quadratic", "aaaaaaaaaaaa…"],
  ["(.*)(.*)(.*)x", "cubic", "aaaaaaaaaaaa…"],
])("%s takes %s time, and the text says so", (pattern, complexity, text) => {
  expect(judgePatternSpeed(readPattern(pattern))).toEqual({
    speed: "super-linear",
    complexity,
    text: expect.stringContaining(text),
  });
});

test.each([
  ["spaces around a comma", "\\s*,\\s*"],
  ["a list with spaces, from the start", "^(\\s*,?\\s*)*$"],
  ["trimming", "^\\s*(.*?)\\s*$x"],
  ["spaces at the end", "\\s+$"],
  ["alternatives that share a digit", "^(?:\\w|\\d)+$"],
  ["classes that overlap in the middle", "^[a-m]+[g-z]+$"],
  ["words that are made of others", "^(?:ab|cd|abcd)*x"],
  ["a text in quotes with escapes", '^([^"]|\\\\.)*"$'],
  [
    "an address of mail",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
  ],
  ["a shorter one", "^\\S+@\\S+\\.\\S+$"],
  [
    "an address on the web",
    "^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$",
  ],
  ["a name of a Java class", "^(([a-z])+.)+[A-Z]([a-z])+$"],
  ["the eleventh column", "^(.*?,){11}P"],
  ["in a lookahead", "^(?=(a+)+b)c"],
  ["in a negative lookahead", "^(?!(a+)+b)c"],
  ["behind a lookahead that forbids", "^(?!.*z)(a+)+$"],
  ["a look behind that reads back from every place", "(?<=a+)b"],
  ["a lookahead from every place", "git\\b(?!.*x)"],
  ["a command that may stand anywhere", "\\bgit\\s+push\\b.*--force"],
  ["the same with a pipe", "curl\\s.*\\|\\s*sh"],
  ["three words on one line", "^.*\\b(foo|bar).*baz.*qux"],
  ["with a reference back", "^(?:(a)\\1?)+$"],
  ["limits within limits", "(a{1,30}){1,30}b"],
  ["what may be missing, thirty times", "^(a?){30}a{30}$"],
  ["a limit that is none", ".{0,2000}x"],
  ["ten ways to read one letter", `(?:${"q|".repeat(9)}q)*x`],
  ["only in capitals", "(?-i)^(?:[A-Z]+)+x"],
])("%s is refused: %s", (_, pattern) => {
  expect(judgePatternSpeed(readPattern(pattern)).speed).toBe("super-linear");
});

test.each([
  "^(?:\\w+\\s+)+x$",
  "^gh(?:\\s+-\\S+)*\\s+pr\\b",
  "^tar\\s+x\\w*\\b(?!.*\\s--keep-old-files\\b)",
  "^curl\\s.*\\|\\s*(?:ba)?sh\\b",
  "^(?:a|b|c)*x",
  "^docker(?:\\s+-[A-Z]+)*\\s+run\\b(?!.*\\s--rm(?!\\S))",
  "a{1,50}b",
  ".{0,200}x",
  "^(a)\\1x",
  // Lengths that three divides are easier than others.
  "(b{0,3})+b.{0,3}\\S?b",
])("%s cannot be proven, and is fast on everything that is tried", (pattern) => {
  expect(judgePatternSpeed(readPattern(pattern))).toEqual({ speed: "unproven" });
});

test("hundreds of patterns for commands are accepted, most by their form", () => {
  const programs = ["git push", "gh pr view", "npm run build", "docker run", "pip3 install", "rm"];
  const ends = [
    (flag: string) => `\\b(?!.*\\s${flag}(?!\\S))`,
    (flag: string) => `(?!\\S)(?=.*\\s${flag}(?![^\\s=]))`,
    (flag: string) => `\\b.*\\s${flag}\\b`,
    (flag: string) => `(?!\\S)(?!.*\\s(?:-u(?![^\\s=])|${flag}(?![^\\s=])))`,
    (flag: string) => `(?:\\s+-\\w+)*\\s+${flag}\\b`,
    (flag: string) => `(?=.*\\s${flag}(?!\\S))(?!.*\\s--dry-run(?!\\S))`,
  ];
  const flags = ["--force", "--repo", "-rf", "--no-verify", "-i", "--rm"];
  const speeds = programs.flatMap((program) =>
    ends.flatMap((end) =>
      flags.map((flag) => {
        const pattern = `^${program.replaceAll(" ", "\\s+")}${end(flag)}`;
        const { speed } = judgePatternSpeed(readPattern(pattern));
        return speed === "super-linear" ? pattern : speed;
      }),
    ),
  );
  expect(new Set(speeds)).toEqual(new Set(["linear", "unproven"]));
  expect(speeds.filter((speed) => speed === "linear").length).toBe((5 / 6) * speeds.length);
});

/** Words and sets, and a character that is in none of them. */
const bodies = ["a", "ab", "[a-f]", "\\w", "\\S", "x-", "(?:a|bc)", "\\d\\.", "--\\w"];
const slow: readonly ((body: string) => string)[] = [
  (body) => `(?:(?:${body})+)+`,
  (body) => `(?:${body}|${body})*`,
  (body) => `(?:(?:${body})*)*`,
  (body) => `(?:${body})*(?:${body})*`,
  (body) => `(?:${body})+-?(?:${body})+`,
  (body) => `(?:${body}|${body}${body})+`,
  (body) => `(?=(?:${body}|${body})*!)`,
];

test("law: what is slow stays so behind a command, between options, and before an end", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("^", "^git\\s+", "^(?:npm|pnpm)\\s+run\\s+", "^g(?!.*%)", "\\bgit "),
      fc.constantFrom(...bodies),
      fc.constantFrom(...slow),
      fc.constantFrom("!", "!$", " \\| sh!", "(?=!)", "!(?!.*%)", "(?:!|%)+$"),
      (before, body, repeat, after) => {
        const source = `${before}${repeat(body)}${after}`;
        expect({ source, growth: measureGrowth({ source, flags: "" }) }).toEqual({
          source,
          growth: expect.objectContaining({ speed: "super-linear" }),
        });
      },
    ),
    law({ quick: 100, deep: 300 }),
  );
});

test("a reference within what it refers to does not go round for ever", () => {
  expect(judgePatternSpeed(readPattern("^(\\2a)(\\1b)+c")).speed).toBe("unproven");
});

test.each(["(\\c1)*a", "^a\\c*\\c*b", "^(?:\\cé|x)+$", "\\c+x"])(
  "a backslash that stands for itself is judged like any character: %s",
  (pattern) => {
    const plain = pattern.replaceAll("\\c", "\\\\c");
    expect(judgePatternSpeed(readPattern(pattern))).toEqual(judgePatternSpeed(readPattern(plain)));
  },
);
