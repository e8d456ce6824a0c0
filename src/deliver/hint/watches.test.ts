import { expect, test } from "vitest";
import { sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { noTriggers } from "../../lesson/record/triggers.ts";
import { isNoticed, watchesFor } from "./watches.ts";

const asking = (...facts: readonly string[]) =>
  sampleLesson("pitfall", {
    triggers: { ...noTriggers, conditions: { failedInSession: facts } },
  });

test("a session is watched for the facts that lessons ask for, by what a failed call prints", () => {
  const [watch, ...others] = watchesFor([asking("not-installed jq")], () => undefined);
  expect(others).toEqual([]);
  expect(watch).toMatchObject({
    notes: "not-installed jq",
    injectOn: ["PostToolUseFailure"],
    messageWords: ["jq"],
    text: "",
  });
  const shows = (line: string) =>
    watch?.messagePatterns?.some(({ source, flags }) => new RegExp(source, flags).test(line));
  expect(shows("bash: line 1: jq: command not found")).toBe(true);
  expect(shows("all fine")).toBe(false);
});

test("a fact without messages is known by the calls of its lesson, and otherwise not at all", () => {
  const about = readyLesson({ toolNames: ["Bash"], commandPatterns: ["^make\\b"] });
  const [watch] = watchesFor([asking("message make | it went wrong")], () => about);
  expect(watch).toMatchObject({ toolNames: ["Bash"], commandPatterns: about.commandPatterns });
  expect(watchesFor([asking("cause something")], () => undefined)).toEqual([]);
  expect([isNoticed("zsh-glob", () => undefined), isNoticed("cause x", () => undefined)]).toEqual([
    true,
    false,
  ]);
});
