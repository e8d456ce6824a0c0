import fc from "fast-check";
import { readPattern, type Pattern } from "../../src/match/pattern/pattern.ts";
import { anyWord } from "./any-word.ts";

const patternParts = [
  "git",
  "push",
  "go",
  "test",
  "-f",
  "--force",
  "a\\.b",
  "x\\/y",
  "sudo",
  "rm",
  "été",
  "漢字",

  "\\s+",
  "\\s",
  " ",
  " ",
  "[ \\t]+",
  "\\b",
  "^",
  "$",
  ".*",
  ".",
  "\\S+",
  "(?!\\S)",
  "(?![^\\s=])",

  "\\w+",
  "[ab]",
  "[gp]",
  "\\d",
  "[^-]",
  '""',
  "\\$\\(\\)",
  "=",
  "$",
  "\\B",
  "(?<=t)",
  "\\1",
  "go{1,2}",
  "g?",
  "t+",
  "(?:go ){2}",
  "(?:u|sh)*",
  "(?i:GO)",
  "\\n",
  "\\u0001",
  "\\x1f",
  '"',
];
const anyPart: fc.Arbitrary<string> = fc.constantFrom(...patternParts);
const { pattern: anySource } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie("part"), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { arbitrary: anyPart, weight: 6 },
    { arbitrary: fc.array(tie("pattern"), { minLength: 1, maxLength: 3 }).map(group), weight: 1 },
    { arbitrary: tie("pattern").map((inner) => `(?:${inner})?`), weight: 1 },
    { arbitrary: tie("pattern").map((inner) => `(?=.*${inner})`), weight: 1 },
    { arbitrary: tie("pattern").map((inner) => `(?!.*${inner})`), weight: 1 },
  ),
}));

function group(inner: readonly string[]): string {
  return `(${inner.join("|")})`;
}

export const anyPattern = fc
  .tuple(anySource, fc.boolean())
  .map(([source, isExact]) => readPattern(isExact ? `(?-i)${source}` : source));

/** A pattern as people write it, so that many match: words with what is usual between them. */
export function patternAskingFor(asked: readonly string[]): fc.Arbitrary<Pattern> {
  return fc
    .tuple(
      fc.constantFrom(
        "",
        "^",
        "\\b",
        "(?-i)",
        "(?-i)^",
        "^(?:sudo\\s+)?",
        "^(?:go|git|rm|sudo)\\s+",
      ),
      fc.constantFrom("\\s+", " ", "\\s+(?:\\S+\\s+)*", ".*\\s", "\\b.*", "\\s+(?:-f\\s+)?"),
      fc.constantFrom(
        "",
        "",
        "\\b",
        "(?!\\S)",
        "$",
        "(?:\\s|$)",
        "(?=.*\\s-f)",
        "(?!.*--force)",
        "(?=.*\\sTERM=dumb(?!\\S))",
        "(?=.*TERM=)",
        "(?=.*\\| cat)",
        "(?=.*\\|\\s*cat$)",
        "(?=.*\\ssudo(?!\\S))",
        "(?=.*\\srtk\\s)",
        "(?=.*\\s-C\\s+x)",
        "(?!.*TERM=dumb)",
        "(?=.*\\srtk\\s+TERM=)",
        "(?=.*\\s--no-pager\\s\\|\\scat)",
        "(?=.*\\stee \\| cat)",
        "(?!.*(?:--force|\\s-f|-C))",
        "\\b(?!.*-[a-z]*f)",
        "(?!.*(?:-n?\\s*\\d|a\\.b))",
        ".*(?:--force|\\s-f\\b)",
        "\\b.*\\s-f",
        " *$",
      ),
    )
    .map(([start, between, end]) => readPattern(start + asked.map(escaped).join(between) + end));
}

export const anyAsked = fc.array(anyWord, { minLength: 1, maxLength: 3 });

function escaped(word: string): string {
  return word.replaceAll(/[./]/g, "\\$&");
}
