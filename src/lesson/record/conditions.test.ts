import { expect, test } from "vitest";
import { bytesIn, conditionFields, conditionProblem, conditionReading } from "./conditions.ts";

test.each([
  ["300", 300],
  ["256kB", 256_000],
  ["256 KB", 256_000],
  ["1.5MB", 1_500_000],
  ["1MiB", 1_048_576],
  ["2g", 2_000_000_000],
  ["large", undefined],
  ["-1", undefined],
  ["1TB", undefined],
])("a size of %s is %s bytes", (size, bytes) => {
  expect(bytesIn(size)).toBe(bytes);
});

test("every condition is read in plain words, with what the person wrote", () => {
  const conditions = {
    cwd: ["**/web"],
    pathMissing: ["node_modules"],
    fileExists: ["yarn.lock", "$path"],
    fileLargerThan: ["256kB"],
    isDirectory: ["$path"],
    os: ["macos", "linux"],
    shell: ["zsh"],
    model: ["some-*"],
    failedInSession: ["not-installed jq"],
  };
  expect(Object.keys(conditions)).toEqual(conditionFields);
  expect(conditionReading(conditions).split(", and ")).toEqual([
    "only in a folder like `**/web`",
    "only while `node_modules` is missing",
    "only while the path of the call or `yarn.lock` exists",
    "only if the call's file is larger than `256kB`",
    "only if the path of the call is a folder",
    "only on `macos` or `linux`",
    "only in `zsh`",
    "only with a model like `some-*`",
    "only after a call of this session failed with `not-installed jq`",
  ]);
});

test("a size or a system that there is not is named", () => {
  expect(conditionProblem({ fileLargerThan: ["big"] })).toEqual({
    field: "fileLargerThan",
    value: "big",
    problem: "is not a size such as 256kB or 1MiB",
  });
  expect(conditionProblem({ os: ["linux", "amiga"] })?.value).toBe("amiga");
});
