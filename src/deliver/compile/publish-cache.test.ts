import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import type { CacheFiles } from "./cache-files.ts";
import { publishCache } from "./publish-cache.ts";

function filesOf(generation: string): CacheFiles {
  const index = { generation, generatedAt: "2026-11-16T12:00:00.000Z", projects: {} };
  const contents = new Map<string, string | Uint8Array>([
    ["index.json", JSON.stringify(index)],
    ["lessons.bin", new Uint8Array([1, 2, 3])],
    ["lesson-cache.json", `{"of":"${generation}"}`],
  ]);
  return { generation, contents, prefilters: [], blunt: [] };
}

const textIn = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

test("on Windows a junction leads to the folder, and the file that none could lead to is a copy", () => {
  const folder = freshFolder();
  for (const generation of ["one", "two", "one"]) {
    expect(publishCache(folder, filesOf(generation), "win32")).toBe(true);
    expect(publishCache(folder, filesOf(generation), "win32")).toBe(false);
    expect(JSON.parse(textIn(folder, "current/index.json"))).toMatchObject({ generation });
    expect(textIn(folder, "lesson-cache.json")).toBe(`{"of":"${generation}"}`);
    expect(lstatSync(join(folder, "lesson-cache.json")).isFile()).toBe(true);
  }
  expect(readdirSync(folder).toSorted()).toEqual(["current", "generations", "lesson-cache.json"]);
});

test("a generation that is whole is left alone, whenever it was made", () => {
  const folder = freshFolder();
  publishCache(folder, filesOf("one"));
  const { ino } = statSync(join(folder, "current/index.json"));
  const later = filesOf("one");
  const index = textIn(folder, "current/index.json").replace("12:00", "13:00");
  const contents = new Map([...later.contents, ["index.json", index]]);
  expect(publishCache(folder, { ...later, contents })).toBe(false);
  expect(statSync(join(folder, "current/index.json")).ino).toBe(ino);
});

test("a prefilter that nobody compiled is taken out", () => {
  const folder = freshFolder();
  publishCache(folder, filesOf("one"));
  mkdirSync(join(folder, "current/prefilter"));
  writeFileSync(join(folder, "current/prefilter/bash"), ".\n");
  expect(publishCache(folder, filesOf("one"))).toBe(true);
  expect(readdirSync(join(folder, "current")).toSorted()).toEqual([
    "index.json",
    "lengths.json",
    "lesson-cache.json",
    "lessons.bin",
  ]);
});
