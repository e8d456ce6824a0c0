import { expect, test } from "vitest";
import { instantAt, toolPartAction } from "./tool-part.ts";

const patch = "*** Begin Patch\n*** Update File: src/a.ts\n-let a\n+let b\n*** End Patch";

test.each([
  ["read", { filePath: "a.ts" }, { does: "read", path: "a.ts" }],
  ["read", { filePath: 7 }, { does: "read", path: "" }],
  ["apply_patch", { patchText: patch }, { does: "edit", path: "src/a.ts" }],
  ["apply_patch", { patchText: 7 }, { does: "edit", path: "" }],
  ["grep", { pattern: "a", path: "src" }, { does: "search", path: "src" }],
  ["glob", { pattern: "*" }, { does: "search" }],
  ["task", { prompt: "look" }, { does: "other" }],
  ["bash", undefined, { does: "shell", command: "" }],
])("what %s does with %j", (tool, input, action) => {
  expect(toolPartAction(tool, input)).toEqual(action);
});

test.each([
  [1794744000000, "2026-11-15T12:00:00.000Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  [-1, undefined],
  [8.64e15, undefined],
  [1e300, undefined],
  ["1794744000000", undefined],
  [undefined, undefined],
])("the time %s is %s", (created, instant) => {
  expect(instantAt({ created }, "created")).toBe(instant);
});
