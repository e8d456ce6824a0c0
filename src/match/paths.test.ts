import fc from "fast-check";
import { expect, test } from "vitest";
import { atCall, readyLesson } from "../../test/kit/ready-lesson.ts";
import { judgeLesson } from "./match.ts";
import { pathForms, generalizePath } from "./paths.ts";
import { law } from "../../test/kit/law.ts";

const place = { projectRoot: "/repo", workingDirectory: "/repo/src" };

test.each([
  ["/repo/src/a.ts", ["/repo/src/a.ts", "repo/src/a.ts", "src/a.ts", "a.ts"]],
  ["./a.ts", ["./a.ts", "a.ts", "/repo/src/a.ts", "repo/src/a.ts", "src/a.ts"]],
  ["../b.ts", ["../b.ts", "/repo/b.ts", "repo/b.ts", "b.ts"]],
  ["/etc/hosts", ["/etc/hosts", "etc/hosts"]],
  ["/repository/a.ts", ["/repository/a.ts", "repository/a.ts"]],
  ["", []],
  ["/".padEnd(5000, "x"), []],
])("the forms of %s", (path, forms) => {
  expect(pathForms(path, place)).toEqual(forms);
});

test("a path of Windows has slashes in the other forms, and its drive ignores case", () => {
  expect(pathForms("c:\\Repo\\src\\a.ts", { projectRoot: "C:\\repo" })).toEqual([
    "c:\\Repo\\src\\a.ts",
    "c:/Repo/src/a.ts",
    "Repo/src/a.ts",
    "src/a.ts",
  ]);
});

test("a relative path without a working directory is taken as it is", () => {
  expect(pathForms("./src/a.ts", { projectRoot: "/repo" })).toEqual(["./src/a.ts", "src/a.ts"]);
});

test.each([
  ["**/x.ts", "x.ts", true],
  ["**/x.ts", "./x.ts", true],
  ["**/x.ts", "/repo/deep/x.ts", true],
  ["src/**/*.ts", "/repo/src/a/b.ts", true],
  ["src/**/*.ts", "a/b.ts", true],
  ["src/**/*.ts", "/other/src2/a.ts", false],
  ["package.json", "/repo/package.json", true],
  ["package.json", "../package.json", true],
  ["package.json", "/repo/packages/one/package.json", false],
  [".github/**", "/repo/.github/workflows/ci.yml", true],
  ["/etc/**", "../../etc/hosts", true],
])("the glob %s finds %s: %s", (glob, path, isFound) => {
  const about = readyLesson({ pathPatterns: [glob] });
  const moment = atCall({ tool: "Edit", paths: [path] }, place);
  expect(judgeLesson(about, moment, 700).fires).toBe(isFound);
});

test("law: a file of the project is found by its path from the root, however it is named", () => {
  const name = fc.stringMatching(/^[a-z.]{0,3}[a-z]$/);
  const folders = fc.array(name, { maxLength: 3 });
  fc.assert(
    fc.property(folders, folders, name, (working, inside, file) => {
      const workingDirectory = ["/repo", ...working].join("/");
      const path = [...inside, file].join("/");
      const up = working.map(() => "..");
      const waysToName = [
        `/repo/${path}`,
        [...up, path].join("/"),
        ["./.", ...up, path].join("/"),
        `/repo//${working.map((part) => `${part}/../`).join("")}./${path}`,
      ];
      for (const way of waysToName) {
        expect(pathForms(way, { projectRoot: "/repo/", workingDirectory })).toContain(path);
      }
    }),
    law(),
  );
});

test.each([
  ["/srv/app/plugin.json", "**/plugin.json"],
  ["pyproject.toml", "**/pyproject.toml"],
  ["src/module_version_2.py", "**/*version*.py"],
  ["VERSION", "**/*VERSION*"],
  ["a/.version", "**/*version*"],
  ["C:\\app\\src\\main.rs", "**/main.rs"],
  ["docs/", "**/docs"],
  ["a****b", "**/a????b"],
  [".github/workflows/ci.yml", "**/ci.yml"],
  ["app/[id]/page(1).tsx", "**/page\\(1\\).tsx"],
])("%j becomes %j", (path, glob) => {
  expect(generalizePath(path)).toBe(glob);
});

test.each(["", "/", ".", "..", "a/..", "  ", "x".repeat(600)])(
  "there is no glob for %j",
  (path) => {
    expect(generalizePath(path)).toBeUndefined();
  },
);
