import { expect, test } from "vitest";
import { generalizePath } from "./path-glob.ts";

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
