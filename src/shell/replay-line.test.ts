import fc from "fast-check";
import { expect, test } from "vitest";
import { commandTexts } from "../match/moment.ts";
import { parseCommandLine } from "./command.ts";
import { replayLine } from "./replay-line.ts";
import { law } from "../../test/kit/law.ts";

test.each([
  ["cd x && TERM=dumb pytest -q 'a b'", 'cd x\nTERM=dumb pytest -q ""'],
  ["git log --oneline | head -5 | cat", "git log --oneline | head -5 | cat"],
  ["sudo -u x timeout 5 git -C y push; ls", "sudo -u x timeout 5 git -C y push\nls"],
  ["echo $(git log) | cat", "echo $() | cat\ngit log"],
  ["(a; b) | c -x", "a | c -x\nb | c -x"],
  ["sh -c 'A=1 pytest' | tee x", "A=1 pytest | tee x"],
  ["TOKEN='x' A=\"$B\" a", 'TOKEN="" A="" a'],
  ["export A=1; b", "export A=1\nA=1 b"],
])("what %j runs is kept as %j", (line, kept) => {
  expect(replayLine(parseCommandLine(line).commands)).toBe(kept);
});

const anyCommand = fc
  .tuple(
    fc.constantFrom(
      "",
      "",
      "A=1 ",
      "TERM=dumb B=x.y ",
      "sudo ",
      "C=2 sudo -u x env D=3 ",
      "nohup ",
    ),
    fc.constantFrom(
      "git push",
      "git -C x --no-pager log",
      "pytest -q",
      "rtk git push",
      "cat",
      "a $(b | c)",
    ),
    fc.constantFrom("", "", " 'q q'", " a\\ b", " > x", " --x='y z'"),
  )
  .map((parts) => parts.join(""));
const anyLine = fc
  .array(fc.tuple(anyCommand, fc.constantFrom(" | ", " && ", "; ", "\n", " || ", " |& ")), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.map(([command, glue], at) => (at === 0 ? "" : glue) + command).join(""));

test("law: patterns see in the kept line what they saw in the line itself", () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const kept = replayLine(parseCommandLine(line).commands);
      expect(new Set(commandTexts(kept))).toEqual(new Set(commandTexts(line)));
    }),
    law({ quick: 500 }),
  );
});
