import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { Home } from "../scan/home.ts";
import { missingPython, session } from "../scan/one-session.ts";

test("on a machine without logs the example is shown, and the user's own home stays empty", () => {
  const program = new Program();
  const out = program.ok(["start"]);
  expect(out).toContain("No session logs of any agent were found on this machine");
  expect(out).toContain("temporary home");
  expect(out).toContain("imported 3 of 3");
  expect(out).toContain("Your lessons  ~/.lessons\n  none yet");
  expect(program.run(["list"]).status).toBe(1);
});

test("logs of each agent are counted and read, and what was found is shown", () => {
  const program = new Program();
  const project = join(program.home, ".claude", "projects", "-home-dev");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "a.jsonl"), `${" ".repeat(300_000)}\n`);
  new Home(program.home).write(session(1, missingPython("toolu_1")));
  program.addLesson("x");
  const out = program.ok(["start"]);
  expect(out).toMatch(/Claude Code +2 files, 0\.3 MB\n +~\/\.claude\/projects\n/);
  expect(out).toContain("tool calls  2, 1 failed");
  expect(out).toContain("What matters most of what was found");
  expect(out).toContain("1 candidate, 1 active");
  expect(out).not.toContain("example");
});

test("it never fails: a store that cannot be opened is said", () => {
  const program = new Program();
  writeFileSync(join(program.home, "file"), "");
  program.environment["LESSONS_HOME"] = join(program.home, "file", "home");
  const { status, out } = program.run(["start"]);
  expect(status).toBe(0);
  expect(out).toContain("could not be opened");
  expect(out).toContain("next: ");
});

test("everything fits 80 columns", () => {
  const lines = new Program().ok(["start"]).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
