import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { fileTail } from "./read-text-file.ts";

test("the end of a long file, and the whole of a short one", () => {
  const file = join(freshFolder(), "log");
  writeFileSync(file, "one\ntwo\nthree\n");
  expect([fileTail(file, 6), fileTail(file, 1000)]).toEqual(["three\n", "one\ntwo\nthree\n"]);
});

test("what is not there, a folder and a pipe that nobody writes to are empty", () => {
  const folder = freshFolder();
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect([join(folder, "none"), folder, pipe].map((path) => fileTail(path, 10))).toEqual([
    "",
    "",
    "",
  ]);
});
