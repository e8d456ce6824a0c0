import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cacheSchema } from "../../src/deliver/compile/cache-schema.ts";
import { Program } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";

test("what hooks read follows every change of a lesson, its evidence and the settings by itself", () => {
  const program = new Program();
  const seen: string[] = [];
  const step = (args: readonly string[]) => {
    program.ok(args);
    seen.push(generationOf(program));
  };
  step(addStash());
  step(["edit", "stash-0000", "priority", "9"]);
  step(["config", "set", "maxLessonsPerInjection", "2"]);
  step(["archive", "stash-0000", "--reason", "not needed"]);
  step(["restore", "stash-0000"]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(lessonsOf(program)).toEqual([]);
});

test("candidates that wait for review are in the texts, so a scan that finds one compiles", () => {
  const program = new Program();
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  program.ok(["scan", "--auto"]);
  expect(indexOf(program)["counts"]).toMatchObject({ needs: { candidates: 1 } });
  const before = generationOf(program);
  program.ok(["scan", "--auto"]);
  expect(generationOf(program)).toBe(before);
});

test("compiling again without a change publishes nothing and says so", () => {
  const program = new Program();
  program.ok(addStash());
  expect(program.ok(["compile"])).toBe(
    "Already up to date: 1 active lesson\n  bash   1 lesson, 3 lines of prefilter\n",
  );
  expect(program.json(["build"])).toMatchObject({ type: "lessons-compile", isChanged: false });
});

test("the cache is what its schema says, private, and swapped by one link", () => {
  const program = new Program();
  program.ok(addStash());
  const cache = join(program.home, ".lessons/cache");
  const text = readFileSync(join(cache, "lesson-cache.json"), "utf8");
  expect(cacheSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  expect(readlinkSync(join(cache, "current"))).toMatch(/^generations\/[0-9a-f]{20}$/);
  for (const file of readdirSync(join(cache, "generations"), { recursive: true })) {
    const stats = statSync(join(cache, "generations", String(file)));
    expect(stats.mode & 0o077).toBe(0);
  }
});

test("lessons below the bar are left out and named, and so are those that start Node at every call", () => {
  const program = new Program();
  program.ok([...addStash(), "--confidence", "0.4"]);
  program.ok([
    "add",
    "--kind",
    "pitfall",
    "--slug",
    "any-bash-0001",
    "--summary",
    "think first",

    "--mistake",
    "haste",
    "--remediation",
    "think",
    "--tool",
    "Bash",
    "--command",
    "^.{3}x?y?$",
  ]);
  expect(program.json(["compile", "--set", "minPriority=8"])["lessons"]).toBe(0);
  const out = program.ok(["compile"]);
  expect(out).toContain("1 more below minConfidence or minPriority: stash-0000");
  expect(out).toContain("any-bash-0001 starts Node at every call of its tools (bash)");
});

test("a tool with enough lessons gets a skill, and loses it when they become fewer", () => {
  const program = new Program();
  for (const number of [1, 2, 3]) {
    program.ok([
      "add",
      "--kind",
      "pitfall",
      "--slug",
      `git-${number}-000${number}`,
      "--tag",
      "tool:git",
      "--summary",
      `git goes wrong in way ${number}`,
      "--mistake",
      `way ${number}`,
      "--remediation",
      "do not",
      "--tool",
      "Bash",
      "--command",
      `^git way${number}\\b`,
      "--set",
      "cliIntelThreshold=3",
    ]);
  }
  const skill = join(program.home, ".lessons/skills/cli-intel/git/SKILL.md");
  expect(existsSync(skill)).toBe(false);
  program.ok(["config", "set", "cliIntelThreshold", "3"]);
  expect(readFileSync(skill, "utf8")).toContain("git goes wrong in way 2");
  program.ok(["archive", "git-1-0001", "--reason", "gone"]);
  expect(existsSync(skill)).toBe(false);
});

test("settings of a project and of one call do not reach the hooks of all sessions", () => {
  const program = new Program();
  program.ok([...addStash(), "--set", "maxLessonsPerInjection=9"]);
  expect(indexOf(program)["config"]).toMatchObject({ maxLessonsPerInjection: 3 });
});

function addStash(): readonly string[] {
  return [
    "add",
    "--kind",
    "pitfall",
    "--slug",
    "stash-0000",
    "--summary",
    "git stash forgets files",
    "--mistake",
    "new files stay",
    "--remediation",
    "use -u",
    "--tool",
    "Bash",
    "--command",
    "^git stash\\b(?!.*-u)",
  ];
}

function indexOf(program: Program): Record<string, unknown> {
  const file = join(program.home, ".lessons/cache/current/index.json");
  return JSON.parse(readFileSync(file, "utf8"));
}

function generationOf(program: Program): string {
  return String(indexOf(program)["generation"]);
}

function lessonsOf(program: Program): readonly string[] {
  const file = join(program.home, ".lessons/cache/lesson-cache.json");
  return Object.keys(JSON.parse(readFileSync(file, "utf8")).lessons);
}
