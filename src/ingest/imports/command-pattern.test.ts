import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommandLine } from "../../core/command.ts";
import { patternProblem } from "../../core/pattern.ts";
import { commandPattern } from "./command-pattern.ts";

test("the pattern is the program, and its subcommand where it has one", () => {
  expect(commandPattern("pytest -v tests/")).toBe("^pytest\\b");
  expect(commandPattern("git stash pop")).toBe("^git\\s+stash\\b");
  expect(commandPattern("g++ -O2 a.cc")).toBe("^g\\+\\+(?!\\S)");
  expect(commandPattern(".venv/bin/python app.py")).toBe("^\\.venv/bin/python\\b");
});

test("what stands around a command is not part of the pattern", () => {
  expect(commandPattern("cd app && CI=1 sudo timeout 5 npm test | tee log")).toBe(
    "^npm\\s+test\\b",
  );
  expect(commandPattern("$ npm test")).toBe("^npm\\s+test\\b");
  expect(commandPattern("`npm test`")).toBe("^npm\\s+test\\b");
  expect(commandPattern("cd app")).toBe("^cd\\s+app\\b");
});

test("there is no pattern for what is not a command with a plain name", () => {
  for (const trigger of ["", "  ", "$TOOL run", "# a comment", "'", "((1", "*"]) {
    expect(commandPattern(trigger)).toBeUndefined();
  }
});

test("law: a pattern is valid and matches the command that it was made from", () => {
  const program = fc.stringMatching(/^[\w.~@][\w.~@:+-]{0,8}$/u);
  const word = fc.oneof(fc.stringMatching(/^[a-z][a-z0-9:-]{0,8}$/u), fc.string());
  fc.assert(
    fc.property(program, fc.array(word), (name, words) => {
      const trigger = [name, ...words].join(" ");
      const pattern = commandPattern(trigger);
      if (pattern === undefined) return;
      expect(patternProblem(pattern)).toBeUndefined();
      const { commands } = parseCommandLine(trigger);
      expect(commands.some(({ text }) => new RegExp(pattern, "iu").test(text))).toBe(true);
    }),
  );
});
