import { expect, test } from "vitest";
import { canMeet, commonScope, holdsFor } from "./scope.ts";

test("lessons of two projects never meet; all others do", () => {
  expect([
    canMeet("project:a", "project:b"),
    canMeet("project:a", "project:a"),
    canMeet("project:a", "machine"),
    canMeet("machine", "global"),
    canMeet("team:x", "project:a"),
  ]).toEqual([false, true, true, true, true]);
});

test("two projects share the machine, and not the world", () => {
  expect([
    commonScope("project:a", "project:a"),
    commonScope("project:a", "project:b"),
    commonScope("machine", "project:a"),
    commonScope("global", "project:a"),
    commonScope("team:x", "project:a"),
  ]).toEqual(["project:a", "machine", "machine", "global", "global"]);
});

test("a lesson of the machine holds for a project, and not the other way round", () => {
  expect([holdsFor("machine", "project:a"), holdsFor("project:a", "machine")]).toEqual([
    true,
    false,
  ]);
});
