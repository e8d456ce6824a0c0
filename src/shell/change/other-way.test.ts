import { expect, test } from "vitest";
import { parseCommandLine } from "../command.ts";
import { describeOtherWay } from "./other-way.ts";

function otherWay(failed: string, later: string): string | undefined {
  const [command] = parseCommandLine(failed).commands;
  return command === undefined ? undefined : describeOtherWay(command, later)?.advice;
}

test.each([
  ["fd -tf '^a' src", "rg --files src | rg a", "Use `rg --files` instead of `fd`."],
  ["yq .a conf.yaml", "python3 -m yaml conf.yaml", "Use `python3 -m yaml` instead of `yq`."],
  ["gh pr edit 1234 --title x", "hub api repos/1234", undefined],
  ["gh pr edit topic-7", "curl -X PATCH topic-7", "Use `curl -X` instead of `gh`."],
])("%s, then %s", (failed, later, advice) => {
  expect(otherWay(failed, later)).toBe(advice);
});

test("what works on something else, or only looks, is no other way", () => {
  expect(otherWay("yq .a conf.yaml", "python3 -m json.tool other.json")).toBeUndefined();
  expect(otherWay("yq .a conf.yaml", "ls -l conf.yaml")).toBeUndefined();
  expect(otherWay("tool deploy app", "git status app")).toBeUndefined();
  expect(otherWay("tool x main", "other --all main")).toBeUndefined();
  expect(otherWay("tool deploy app", "tool deploy app --now")).toBeUndefined();
});
