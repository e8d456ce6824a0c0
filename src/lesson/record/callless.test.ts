import { expect, test } from "vitest";
import { loneLesson } from "../../../test/kit/lone-lesson.ts";
import { callless } from "./callless.ts";
import type { Lesson } from "./lesson.ts";

function placeOf(kind: Lesson["kind"], triggers: Partial<Lesson["triggers"]> = {}) {
  const lesson = loneLesson({});
  const none = { commandPatterns: [], pathPatterns: [], contentPatterns: [], toolNames: [] };
  return callless({ kind, triggers: { ...lesson.triggers, ...none, ...triggers } });
}

test("a lesson for starts says so, and one without a trigger says where it is rendered", () => {
  expect(placeOf("pitfall", { injectOn: ["SessionStart", "SubagentStart"] })).toBe(
    "at the start of a session and of a subagent",
  );
  expect(placeOf("decision")).toBe("an entry of decisions.md, once rendered");
  expect(placeOf("workflow")).toBe("a slash command, once rendered");
});

test("a lesson that calls are about has no such place", () => {
  expect(placeOf("decision", { toolNames: ["WebFetch"] })).toBeUndefined();
  expect(placeOf("pitfall", { commandPatterns: ["^git"] })).toBeUndefined();
  expect(placeOf("warning")).toBeUndefined();
});
