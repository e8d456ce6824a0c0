import { expect, test } from "vitest";
import { commandTexts } from "../../match/moment.ts";
import { findCommand } from "../../match/pattern/find.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import { aimOf } from "./report-aim.ts";

test.each([
  ["pytest", "Use `TERM=dumb pytest`", "pytest -x", "TERM=dumb pytest -x"],
  ["pytest", "prepend TERM=dumb.", "pytest -x", "TERM=dumb pytest -x"],
  ["pytest", "Run `timeout 60 pytest`", "pytest -x", "timeout 5 pytest -x"],
  ["pytest -v", "Use `pytest --no-header`", "pytest -v", "pytest -v --no-header"],
  ["git log", "Use `git log | cat`.", "git log -3", "git log -3 | cat"],
  ["git log", "Use `git --no-pager log`.", "git log -3", "git --no-pager log -3"],
  ["sudo npm i", "Use `npm i`", "sudo npm i", "npm i"],
])("a report about %j with the fix %j comes at %j and not at %j", (trigger, fix, wrong, right) => {
  const [pattern = ""] = aimOf(trigger, ["Bash"], fix).commandPatterns ?? [];
  const isAt = (line: string) =>
    findCommand(readPattern(pattern), commandTexts(line)) !== undefined;
  expect({ pattern, at: [isAt(wrong), isAt(right)] }).toEqual({ pattern, at: [true, false] });
});

test("the example of the protocol is silent at both of its fixes", () => {
  const fix = "Use `python -m pytest --no-header -rN -p no:faulthandler` or prepend TERM=dumb";
  expect(aimOf("pytest", ["Bash"], fix)).toEqual({
    commandPatterns: [
      "(?-i)^pytest(?!\\S)(?!.*\\s(?:--no-header(?![^\\s=])|-rN(?![^\\s=])|-p(?![^\\s=])|TERM=dumb(?!\\S)))",
    ],
  });
});

test("a fix that says nothing about the call leaves the trigger as it is", () => {
  expect(aimOf("npm test", ["Bash"], "Start `docker` first")).toEqual({
    commandPatterns: ["^npm\\s+test\\b"],
  });
  expect(aimOf("src/app.ts", ["Edit"], "x")).toEqual({ pathPatterns: ["**/app.ts"] });
  expect(aimOf("npm test", ["Bash"], undefined)).toEqual({ commandPatterns: ["^npm\\s+test\\b"] });
});
