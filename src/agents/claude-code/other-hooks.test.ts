import { expect, test } from "vitest";
import { othersAtShellCalls } from "../edit-hook-entries.ts";

const hook = (command: string) => ({ type: "command", command });
const others = (...groups: readonly object[]) =>
  othersAtShellCalls(
    JSON.stringify({ hooks: { PreToolUse: groups, Stop: [{ hooks: [hook("bell")] }] } }),
    (word) => word.startsWith("/home/me/.lessons/hook/"),
    "settings.json",
  );

test.each([
  ["Bash", true],
  ["Edit|Bash", true],
  ["Edit, Bash", true],
  ["*", true],
  ["Ba.*", true],
  ["Edit|Write", false],
  ["bash", false],
  ["^mcp__.*", false],
  ["(", false],
  // Nobody waits for it to end: it counts as one.
  ["(?:(?:(?:(?:x?){999}){999}){999}){999}", true],
])("a hook of others for %s runs before shell calls: %s", (matcher, runs) => {
  expect(others({ matcher, hooks: [hook("rtk hook claude")] })).toEqual(
    runs ? ["rtk hook claude"] : [],
  );
});

test("a hook without a matcher runs before every call, and ours is not one of others", () => {
  const ours = hook("/home/me/.lessons/hook/lessons-hook");
  expect(others({ hooks: [ours, hook("log-it"), { type: "http", url: "http://x" }] })).toEqual([
    "log-it",
    "http://x",
  ]);
});

test("settings without hooks have none", () => {
  expect(othersAtShellCalls("", () => false, "settings.json")).toEqual([]);
  expect(othersAtShellCalls("{}", () => false, "settings.json")).toEqual([]);
});
