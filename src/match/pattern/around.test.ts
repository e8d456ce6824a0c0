import fc from "fast-check";
import { expect, test } from "vitest";
import { aroundMark, ownWords, seeingAround } from "./around.ts";
import { findCommand } from "./find.ts";
import { anyPattern } from "../../../test/prefilter/any-pattern.ts";
import { law } from "../../../test/kit/law.ts";

function finds(source: string, own: string, around: string): boolean {
  return findCommand({ source, flags: "" }, [`${own}${aroundMark} ${around}`]) === own;
}

test.each([
  ["^pytest\\b(?!.*TERM=dumb)", false],
  ["^pytest\\b(?!.*\\sTERM=xterm)", true],
  ["^pytest(?!\\S)(?=.*\\ssudo(?!\\S))", true],
  ["^pytest(?=.*\\| cat$)", true],
  ["^(?!.*\\|\\s*cat\\b)pytest", false],
  ["^pytest(?:(?!.*sudo)| -x)", true],
  ["^pytest -x$", true],
  ["^pytest -x\\s*$", true],
  ["^pytest -x(?=\\s|$)", true],
  ["^pytest -x(?!\\s)", true],
  ["^pytest -x(?!\\s+\\S)", true],
  ["^pytest.*cat", false],
  ["^pytest[^|]*sudo", false],
  ["^pytest[\\s\\S]*sudo", false],
  ["^pytest -x\\s", false],
  ["^pytest -x\\W", false],
  ["-x", true],
  ["sudo", false],
  ["(?=.*sudo)-x", true],
])("%s on a command with a variable, a wrapper and a pipe around it: %s", (source, isFound) => {
  expect(finds(source, "pytest -x", "TERM=dumb sudo | cat")).toBe(isFound);
});

test("what is shown of a text is the command's own words", () => {
  expect(ownWords(`git log${aroundMark} | cat`)).toBe("git log");
  expect(ownWords("git log")).toBe("git log");
});

const anyText = fc
  .array(fc.constantFrom(..."git push go test -f --force a.b x/y sudo rm 1".split(" ")))
  .map((words) => words.join(" "));

test("law: from the program on a pattern takes the command's own words only, and sees no others without a `.` in a lookahead", () => {
  fc.assert(
    fc.property(anyPattern, anyText, anyText, ({ source, flags }, own, around) => {
      const isNear = !/\(\?[=!]\.\*/.test(source);
      const text = `${own}${aroundMark} ${around}`;
      const found = new RegExp(`^(?:${seeingAround(source)})`, flags).exec(text);
      expect(found?.[0].length ?? 0).toBeLessThanOrEqual(own.length);
      const isFound = new RegExp(`^(?:${source})`, flags).test(own);
      expect(found !== null).toBe(isNear ? isFound : found !== null);
    }),
    law({ quick: 2000 }),
  );
});
