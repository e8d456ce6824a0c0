import { expect, test } from "vitest";
import { isForSystem, systemNamed, systemOfFolder } from "./operating-system.ts";
import type { Tag } from "./tag.ts";

test.each([
  ["/Users/ada/api", "macos"],
  ["/private/tmp/api", "macos"],
  ["/home/ada/api", "linux"],
  ["/root", "linux"],
  ["/mnt/c/Users/ada/api", "linux"],
  ["C:\\Users\\ada\\api", "windows"],
  ["d:/work/api", "windows"],
  ["/c/Users/ada/api", "windows"],
  ["/workspace/api", undefined],
  ["/homes/ada", undefined],
  ["/srv/home/ada", undefined],
  ["api", undefined],
])("a session in %s ran on %s", (folder, system) => {
  expect(systemOfFolder(folder)).toBe(system);
});

test("Node's names and those of people are the same systems", () => {
  expect(["darwin", "win32", "linux", "osx", "sunos", "constructor"].map(systemNamed)).toEqual([
    "macos",
    "windows",
    "linux",
    "macos",
    undefined,
    undefined,
  ]);
});

test.each<[tags: readonly Tag[], isFor: boolean]>([
  [[], true],
  [["platform:linux"], true],
  [["platform:macos", "platform:linux"], true],
  [["platform:darwin"], false],
  [["tool:git", "platform:windows"], false],
  // What names no system says nothing about it.
  [["platform:github"], true],
])("a lesson with the tags %j is for Linux: %s", (tags, isFor) => {
  expect(isForSystem(tags, "linux")).toBe(isFor);
});

test("on a system that tags do not know, nothing is left out", () => {
  expect(isForSystem(["platform:macos"], systemNamed("freebsd"))).toBe(true);
});
