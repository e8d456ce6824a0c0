import fc from "fast-check";
import { expect, test } from "vitest";
import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { law } from "../../../test/kit/law.ts";
import { fixLine, type LineFix } from "./fix-line.ts";

test("law: the corrected line runs the same commands but the one", () => {
  let fixedCount = 0;
  fc.assert(
    fc.property(lines, fixes, (line, fix) => {
      const fixed = fixLine(line, fix);
      if (fixed === undefined) return;
      fixedCount += 1;
      const words = (text: string) => parseCommandLine(text).commands.map(({ text: own }) => own);
      const [before, after] = [words(line), words(fixed)];
      expect(after).toHaveLength(before.length);
      expect(after.filter((command, at) => command !== before[at])).toHaveLength(1);
    }),
    law({ quick: 1000, deep: 20_000 }),
  );
  // A law about nothing would hold as well.
  expect(fixedCount).toBeGreaterThan(100);
});

test("law: every byte outside the replaced words stays", () => {
  fc.assert(
    fc.property(lines, fixes, (line, fix) => {
      const fixed = fixLine(line, fix);
      if (fixed === undefined) return;
      const places = [...line.matchAll(/\S+/g)].map(({ index }) => index);
      const isKept = [...places, ...places.map((at) => at + 1)].some((at) => {
        const behind = line.length - fixed.length + at + fix.to.length;
        return (
          fixed.slice(0, at) === line.slice(0, at) &&
          fixed.slice(at, at + fix.to.length) === fix.to &&
          fixed.slice(at + fix.to.length) === line.slice(behind) &&
          line.slice(at, behind).replaceAll(/[ \t]+/g, " ") === fix.from
        );
      });
      expect(isKept).toBe(true);
    }),
    law({ quick: 1000, deep: 20_000 }),
  );
});

test("law: a second time nothing is left to correct, and the lesson is silent", () => {
  fc.assert(
    fc.property(lines, fixes, (line, fix) => {
      const fixed = fixLine(line, fix);
      if (fixed === undefined) return;
      const texts = commandTexts(fixed);
      expect(fix.commandPatterns.map((pattern) => findCommand(pattern, texts))).toEqual([
        undefined,
      ]);
      expect(fixLine(fixed, fix) ?? fixed).toBe(fixed);
    }),
    law({ quick: 1000, deep: 20_000 }),
  );
});

test("law: whatever the line is, nothing is thrown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fixes, (noise, fix) => {
      for (const line of [noise, `python ${noise}`, `${noise}; ${fix.from} x`])
        expect(() => fixLine(line, fix)).not.toThrow();
    }),
    law({ quick: 300, deep: 5000 }),
  );
});

const fixes: fc.Arbitrary<LineFix> = fc.constantFrom(
  { from: "python", to: "python3", commandPatterns: [readPattern("^python(?!\\S)")] },
  {
    from: "git stash",
    to: "git stash -u",
    commandPatterns: [readPattern("^git\\s+stash(?!.*-u)")],
  },
  {
    from: "-A",
    to: "-v",
    commandPatterns: [readPattern("(?-i)^cat(?!\\S)(?=.*\\s-A(?![^\\s=]))")],
  },
);

const word = fc.constantFrom(
  "x",
  "python",
  "'python a'",
  '"$X"',
  "$(ls python)",
  "-A",
  "\\ ",
  "a=b",
  "*.py",
  "git stash",
  "# y",
  "2>&1",
  ">out",
  "ä\u{1F600}",
);
const blank = fc.constantFrom(" ", "  ", "\t", " \\\n");
const program = fc.constantFrom(
  "python",
  "python3",
  "git stash",
  "git  stash",
  "cat -A",
  "cat",
  "sudo python",
  "FOO=1 python",
  "time git stash",
  "sh -c 'python x'",
  "echo",
  "'python'",
);
const command = fc
  .tuple(program, fc.array(fc.tuple(blank, word), { maxLength: 3 }))
  .map(([name, words]) => name + words.flat().join(""));
const lines = fc
  .array(fc.tuple(command, fc.constantFrom(" && ", "; ", " | ", "\n", " || ", " & ", "")), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) =>
    fc.constantFrom(
      parts.flat().join(""),
      `(${parts.flat().join("")})`,
      `if true; then ${parts.flat().join("")}\nfi`,
    ),
  );
