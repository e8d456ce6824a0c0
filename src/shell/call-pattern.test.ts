import fc from "fast-check";
import { expect, test } from "vitest";
import { describeChange } from "./change/change.ts";
import { commandPattern } from "./call-pattern.ts";
import { parseCommandLine } from "./command.ts";
import { commandTexts } from "../match/moment.ts";
import { findCommand } from "../match/pattern/find.ts";
import { isPlainlyLinear } from "../match/pattern/linear.ts";
import { patternProblem } from "../match/pattern/breadth.ts";
import { readPattern } from "../match/pattern/pattern.ts";
import { law } from "../../test/kit/law.ts";

test("the pattern is the program, and its subcommand where it has one", () => {
  expect(commandPattern("pytest -v tests/")).toBe("^pytest\\b");
  expect(commandPattern("git stash pop")).toBe("^git\\s+stash\\b");
  expect(commandPattern("npm run build -- --watch")).toBe("^npm\\s+run\\s+build\\b");
  expect(commandPattern("g++ -O2 a.cc")).toBe("^g\\+\\+(?!\\S)");
  expect(commandPattern("7z x a.7z")).toBe("^7z\\s+x\\b");
  expect(commandPattern("@acme/tool")).toBe("^@acme/tool\\b");
  expect(commandPattern("./gradlew build")).toBe("^\\./gradlew\\s+build\\b");
  expect(commandPattern(".venv/bin/python app.py")).toBe("^\\.venv/bin/python\\b");
});

test("options before a subcommand are not part of the pattern", () => {
  expect(commandPattern("git -C api status")).toBe("^git\\s+status\\b");
  expect(commandPattern("docker compose -f dev.yml up -d")).toBe("^docker\\s+compose\\s+up\\b");
});

test.each([
  ["pytest -q", "TERM=dumb pytest -q", "(?-i)^pytest(?!\\S)(?!.*\\sTERM=dumb(?!\\S))"],
  ["pytest", "export TERM=dumb; pytest", "(?-i)^pytest(?!\\S)(?!.*\\sTERM=dumb(?!\\S))"],
  ["pytest", "PYTHONPATH=/srv/app pytest", "(?-i)^pytest(?!\\S)(?!.*\\sPYTHONPATH=)"],
  ["pytest", "TOKEN='x' pytest", "(?-i)^pytest(?!\\S)(?!.*\\sTOKEN=)"],
  ["go test ./a", "timeout 60 go test ./a", "^go\\s+test(?!\\S)(?!.*\\stimeout(?!\\S))"],
  ["sudo npm i", "npm i", "^npm\\s+i(?!\\S)(?=.*\\ssudo(?!\\S))"],
  ["rtk bun test", "bun test", "^rtk\\s+bun(?!\\S)"],
  ["bun test", "rtk bun test", "^bun\\s+test(?!\\S)(?!.*\\srtk(?!\\S))"],
  ["git log", "git log | cat", "^git\\s+log(?!\\S)(?!.*\\s\\| cat(?!\\S))"],
  [
    "git -C api status",
    "git status",
    "(?-i)^git(?!\\S)(?=.*\\sstatus(?!\\S))(?=.*\\s-C(?![^\\s=]))",
  ],
  ["git status", "git -C api status", "(?-i)^git\\s+status(?!\\S)(?!.*\\s-C(?![^\\s=]))"],
])("where %j failed and %j worked it is %s", (failed, worked, expected) => {
  const change = describeChange(failed, worked);
  const pattern = commandPattern(change?.failed ?? "", change) ?? "none";
  expect(pattern).toBe(expected);
  expect([matches(pattern, failed), matches(pattern, worked)]).toEqual([true, false]);
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
  for (const command of ["", "  ", "$TOOL run", "# a comment", "'", "((1", "*"]) {
    expect(commandPattern(command)).toBeUndefined();
  }
});

test.each([
  ["gh pr view 5", [], ["--repo"], "^gh\\s+pr\\s+view(?!\\S)(?!.*\\s--repo(?![^\\s=]))"],
  ["git push --foo=1", ["--foo"], [], "^git\\s+push(?!\\S)(?=.*\\s--foo(?![^\\s=]))"],
  [
    "grep -oP x a",
    ["-oP"],
    ["-oE", "--extended-regexp"],
    "(?-i)^grep(?!\\S)(?=.*\\s-oP(?![^\\s=]))(?!.*\\s(?:-oE(?![^\\s=])|--extended-regexp(?![^\\s=])))",
  ],
  ["npm run lint", ["lint"], ["lint:fix"], "^npm\\s+run\\s+lint(?!\\S)(?!.*\\slint:fix(?!\\S))"],
  ["docker ps", [], [], "^docker\\s+ps(?!\\S)"],
])("%j with %j but without %j is %s", (command, mistakeWords, fixWords, pattern) => {
  expect(commandPattern(command, { mistakeWords, fixWords })).toBe(pattern);
});

test("of a longer line the pattern is for the command that has the mistake", () => {
  expect(commandPattern("go vet ./... | grep -P x", { mistakeWords: ["-P"], fixWords: [] })).toBe(
    "(?-i)^grep(?!\\S)(?=.*\\s-P(?![^\\s=]))",
  );
});

test("there is no pattern for a command that has no mistake or already has the fix", () => {
  const change = { mistakeWords: ["--foo"], fixWords: ["--bar"] };
  expect(commandPattern("git push --baz", change)).toBeUndefined();
  expect(commandPattern("git push --foo --bar", change)).toBeUndefined();
});

test("law: a pattern is valid, plainly linear and matches the command that it was made from", () => {
  const program = fc.stringMatching(/^[\w.~@][\w.~@:+-]{0,8}$/u);
  const word = fc.oneof(fc.stringMatching(/^[a-z][a-z0-9:-]{0,8}$/u), fc.string());
  fc.assert(
    fc.property(program, fc.array(word), (name, words) => {
      const command = [name, ...words].join(" ");
      const pattern = commandPattern(command);
      const { isParsed, commands } = parseCommandLine(command);
      const [text = ""] = commands.map((one) => one.text);
      if (isParsed && text.startsWith(`${name} `)) expect(pattern).toBeDefined();
      if (pattern === undefined) return;
      expect(judged(pattern, text)).toEqual(right);
      expect(new RegExp(readPattern(pattern).source, "iu")).toBeInstanceOf(RegExp);
    }),
    law({ quick: 500 }),
  );
});

const anyProgram = fc.constantFrom(
  ..."git,npm run,c++,g++,./gradlew,@scope/x,7z,python,python3,mytool,docker,docker-compose".split(
    ",",
  ),
  ..."gh pr view,grep,npx,.venv/bin/python,go,cargo,git stash,git remote,uv run".split(","),
);
const anyWord = fc.constantFrom(
  ..."-x,-X,-d,-D,-la,--foo,--foo=bar,--foo=baz,--Foo,--,-,--include=*.go,-C dir,--cwd=x".split(
    ",",
  ),
  ..."a,b,A,lint,lint:fix,x.ts,./...,../x,1,é,a\\ b,$X,$(ls),'q q',\"q\",--jq '.x',a+b,*.go,'*.go'".split(
    ",",
  ),
);
const anyWords = fc.array(anyWord, { maxLength: 4 });
const anyPrefix = fc.constantFrom(
  "",
  "",
  "cd src && ",
  "CI=1 ",
  "sudo ",
  "npm i && ",
  "TERM=dumb ",
  "A=/x/y B='q' ",
  "timeout 60 ",
  "rtk ",
  "CI=1 env TERM=dumb ",
  "export CI=1; ",
  "sudo rtk ",
);
const anySuffix = fc.constantFrom("", "", "", " | cat", " | tail -5", " | tee x | cat", " | jq .x");
const anyFix = fc.record({
  program: anyProgram,
  otherProgram: fc.option(anyProgram, { freq: 2 }),
  before: anyWords,
  wrong: fc.array(anyWord, { maxLength: 2 }),
  right: fc.array(anyWord, { maxLength: 2 }),
  after: anyWords,
  prefix: anyPrefix,
  otherPrefix: anyPrefix,
  suffix: anySuffix,
  otherSuffix: anySuffix,
});

test("law: with a change the pattern matches the call that failed and not the one that worked", () => {
  let count = 0;
  fc.assert(
    fc.property(anyFix, (fix) => {
      const failed = `${fix.prefix}${[fix.program, ...fix.before, ...fix.wrong, ...fix.after].join(" ")}${fix.suffix}`;
      const program = fix.otherProgram ?? fix.program;
      const worked = `${fix.otherPrefix}${[program, ...fix.before, ...fix.right, ...fix.after].join(" ")}${fix.otherSuffix}`;
      const change = describeChange(failed, worked);
      if (change === undefined) return;
      const pattern = commandPattern(change.failed, change) ?? "none";
      expect(judged(pattern, change.failed)).toEqual(right);
      expect(matches(pattern, failed)).toBe(true);
      if (change.fixWords.length + change.mistakeWords.length === 0) return;
      count += 1;
      expect({ pattern, isMatch: matches(pattern, change.worked) }).toEqual({
        pattern,
        isMatch: false,
      });
    }),
    law({ quick: 3000 }),
  );
  expect(count).toBeGreaterThan(400);
});

const right = { problem: undefined, isLinear: true, isMatch: true };

function judged(pattern: string, text: string): object {
  return {
    problem: patternProblem(pattern),
    isLinear: isPlainlyLinear(readPattern(pattern)),
    isMatch: matches(pattern, text),
  };
}

function matches(pattern: string, line: string): boolean {
  return findCommand(readPattern(pattern), commandTexts(line)) !== undefined;
}
