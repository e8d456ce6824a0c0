import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../test/kit/store.ts";
import { writeFileAtomically } from "./files/atomic-file.ts";
import { walkFiles } from "./files/walk-files.ts";

test("a file is written whole, private, and nothing is left beside it", () => {
  const folder = freshFolder();
  expect(writeFileAtomically(join(folder, "a"), ["one ", "two"])).toBe(2);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("one two");
  expect(lstatSync(join(folder, "a")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("content that fails half-way leaves the old file and nothing else", () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "a"), "old");
  function* failing() {
    yield "new";
    throw new Error("half-way");
  }
  expect(() => writeFileAtomically(join(folder, "a"), failing())).toThrow("half-way");
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["a"]);
});

test("a link stays a link, and its file gets the content", () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "real"), "old");
  symlinkSync("real", join(folder, "link"));
  writeFileAtomically(join(folder, "link"), "new");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
});

test("a device is written to and stays what it is", () => {
  writeFileAtomically("/dev/null", "gone");
  expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("walking finds regular files, and neither circles nor waits", () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "sub", "node_modules"), { recursive: true });
  for (const name of ["b", "a", "sub/c", "sub/node_modules/d"])
    writeFileSync(join(folder, name), "");
  symlinkSync(".", join(folder, "circle"));
  symlinkSync("..", join(folder, "sub", "circle"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect(walkFiles(folder, (name) => name === "node_modules")).toEqual({
    files: ["a", "b", "sub/c"],
    unreadable: [],
  });
  expect(walkFiles(join(folder, "absent"))).toEqual({ files: [], unreadable: [] });
});
