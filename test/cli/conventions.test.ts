import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

test("--yes works wherever a person could be asked", () => {
  const program = new Program();
  program.addLesson("git stash leaves files behind");
  for (const args of [["scan"], ["start"], ["import", "starter", "--all"], ["undo"], ["init"]]) {
    const { err } = program.run([...args, "--yes"]);
    expect(err).not.toContain("unknown option");
  }
});

test("a dry run speaks of what would happen, and changes nothing", () => {
  const program = new Program();
  program.addLesson("git stash leaves files behind");
  const before = program.ok(["export"]);
  for (const args of [
    ["undo"],
    ["import", "starter", "--all"],
    ["init"],
    ["uninstall"],
    ["scan"],
  ]) {
    const { out, err } = program.run([...args, "--dry-run"]);
    expect(out + err).not.toMatch(/about to|unknown option/iu);
  }
  expect(program.ok(["export"])).toBe(before);
});

test("export to a terminal asks for a file, and a pipe gets the lessons", async () => {
  const program = new Program();
  const slug = program.addLesson("git stash leaves files behind");
  expect(program.ok(["export"])).toContain(slug);
  const terminal = new TerminalSession(program, ["export"]);
  await terminal.answer("Write to which file?", "kept.jsonl\r");
  const { status, shown } = await terminal.end();
  expect({ status, hasFlood: shown.includes('"contentHash"') }).toEqual({
    status: 0,
    hasFlood: false,
  });
});
