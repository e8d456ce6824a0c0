import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { oneLine, preparedOnce, Program } from "../kit/program.ts";

/** Delivery is set up, and one lesson about `git stash` is active. */
const delivering = preparedOnce(() => {
  const program = new Program();
  program.addLesson("stash", "--slug", "stash-0000", "--command", "^git\\s+stash\\b");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  return program;
});

const inCache = (program: Program, name: string) =>
  join(program.home, ".lessons/cache/current", name);

/** What the installed launcher answers to a call in a session of its own. */
function told(program: Program, session: string): string {
  const payload = {
    session_id: session,
    cwd: program.home,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "git stash" },
    tool_use_id: "toolu_01",
  };
  return spawnSync(join(program.home, ".lessons/hook/lessons-hook"), ["PreToolUse", "bash"], {
    env: { HOME: program.home, PATH: "/usr/bin:/bin" },
    input: JSON.stringify(payload),
    encoding: "utf8",
  }).stdout;
}

const damages: readonly (readonly [string, string, (file: string) => void])[] = [
  ["an index that is cut off", "index.json", (file) => truncateSync(file, 100)],
  ["an empty index", "index.json", (file) => truncateSync(file, 0)],
  ["an index that is gone", "index.json", rmSync],
  ["lessons that are cut off", "lessons.bin", (file) => truncateSync(file, 50)],
  ["lessons that are gone", "lessons.bin", rmSync],
  ["an empty prefilter", "prefilter/bash", (file) => truncateSync(file, 0)],
  ["a prefilter that is gone", "prefilter/bash", rmSync],
  ["another prefilter", "prefilter/bash", (file) => writeFileSync(file, "nothing\n")],
];

test.each(damages)("%s is said by status and mended by compile", (_, name, spoil) => {
  const program = delivering();
  spoil(inCache(program, name));
  expect(told(program, "one")).toBe("");
  expect(oneLine(program.ok(["status"]))).toContain(
    `damaged or missing: ${name}; to repair: lessons dev compile`,
  );
  expect(program.ok(["compile"])).toMatch(/^Compiled 1 active lesson\n/);
  expect(told(program, "two")).toContain("HIGH pitfall: stash");
  expect(program.ok(["status"])).not.toContain("damaged");
  expect(program.ok(["compile"])).toMatch(/^Already up to date/);
});

test("what only people and other programs read is mended, too", () => {
  const program = delivering();
  const whole = join(program.home, ".lessons/cache/lesson-cache.json");
  truncateSync(inCache(program, "lesson-cache.json"), 10);
  program.ok(["compile"]);
  expect(Object.keys(JSON.parse(readFileSync(whole, "utf8")).lessons)).toHaveLength(1);
  unlinkSync(whole);
  rmSync(inCache(program, "narrowing/bash.json"));
  program.ok(["compile"]);
  expect(existsSync(whole)).toBe(true);
  expect(existsSync(inCache(program, "narrowing/bash.json"))).toBe(true);
});

test("a folder in the place of the link does not keep hooks from their lessons", () => {
  const program = delivering();
  const current = join(program.home, ".lessons/cache/current");
  unlinkSync(current);
  mkdirSync(join(current, "prefilter"), { recursive: true });
  expect(program.ok(["compile"])).toMatch(/^Compiled/);
  expect(told(program, "one")).toContain("HIGH pitfall: stash");
});

test("an init that finds everything in its place still mends what hooks read", () => {
  const program = delivering();
  truncateSync(inCache(program, "lessons.bin"), 0);
  const dry = program.ok(["init", "--dry-run"]);
  expect(dry).toContain("Already connected");
  expect(told(program, "one")).toBe("");
  expect(program.ok(["init", "--yes"])).toContain("They are rebuilt");
  expect(told(program, "two")).toContain("HIGH pitfall: stash");
  expect(program.ok(["init", "--yes"])).not.toContain("They are rebuilt");
});

test("a lesson that was too slow gets another chance at the next compilation", () => {
  const program = delivering();
  const [id = ""] = Object.keys(
    JSON.parse(readFileSync(inCache(program, "lesson-cache.json"), "utf8")).lessons,
  );
  mkdirSync(inCache(program, "slow"));
  writeFileSync(inCache(program, `slow/${id}`), "");
  expect(told(program, "one")).toBe("");
  expect(program.ok(["compile"])).toMatch(/^Compiled/);
  expect(told(program, "two")).toContain("HIGH pitfall: stash");
});

test("a session in a new folder makes nothing out of date; its project is known from the next compilation on", () => {
  const program = delivering();
  appendFileSync(join(program.home, ".lessons/projects.tsv"), "/somewhere\tproject:else\n");
  expect(program.ok(["status"])).not.toContain("out of date");
  expect(program.ok(["compile"])).toMatch(/^Already up to date/);
  expect(JSON.parse(readFileSync(inCache(program, "index.json"), "utf8")).projects).toEqual({
    "/somewhere": "project:else",
  });
  expect(program.ok(["status"])).not.toContain("damaged");
});

test("the schema that the cache names is there, and no scratch is left", () => {
  const program = delivering();
  const cache = join(program.home, ".lessons/cache/lesson-cache.json");
  const { $schema } = JSON.parse(readFileSync(cache, "utf8"));
  expect(existsSync(resolve(dirname(cache), $schema))).toBe(true);
  truncateSync(inCache(program, "index.json"), 0);
  program.ok(["compile"]);
  const names = readdirSync(dirname(cache)).filter((name) => name !== "compiled");
  expect(names.toSorted()).toEqual(["compile.lock", "current", "generations", "lesson-cache.json"]);
});
