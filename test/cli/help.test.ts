import { join } from "node:path";
import { expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const golden = join(import.meta.dirname, "../golden/help");

test("the help is one screen of 80 × 24, in groups", async () => {
  const out = new Program().ok(["--help"]);
  await expect(out).toMatchFileSnapshot(join(golden, "short.txt"));
  const lines = out.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(24);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("lessons help review is the page of the command, by any of its names", () => {
  const program = new Program();
  expect(program.ok(["help", "review"])).toBe(program.ok(["review", "--help"]));
  expect(program.ok(["help", "rm"])).toContain("Usage: lessons archive");
  expect(program.ok(["help", "project", "render"])).toContain("Usage: lessons project render");
  expect(program.ok(["help", "dev"])).toContain("backtest");
});

test("in a terminal the help has colours, and NO_COLOR takes them out", async () => {
  const program = new Program();
  const { shown } = await new TerminalSession(program, ["--help"]).end();
  expect(shown).toContain("\u001B[1mEveryday");
  const plain = new Program({ NO_COLOR: "1" });
  expect((await new TerminalSession(plain, ["--help"]).end()).shown).not.toContain("\u001B[1m");
});

test("every older name still works, and its help says what to type today", () => {
  const program = new Program();
  for (const { name, today } of commandTable.filter(({ group }) => group === "older"))
    expect(program.ok([name, "--help"])).toContain(`This command is now: lessons ${today}`);
});

test("a typo is answered with what was meant, and never with its opposite", () => {
  const program = new Program();
  const hintFor = (typed: string) => oneLine(program.run([typed]).err);
  expect(hintFor("reviw")).toContain("did you mean: lessons review");
  expect(hintFor("instal")).toContain("did you mean: lessons init");
  expect(hintFor("frobnicate")).toContain("everyday commands: review, add, list");
  expect(program.run(["install", "--dry-run"]).out).toBe(program.run(["init", "--dry-run"]).out);
});

test("a name that fits several lessons lists them, and on a terminal a person picks", async () => {
  const program = new Program();
  const one = program.addLesson("git stash loses files");
  const two = program.addLesson("git stash keeps conflicts");
  const { status, err } = program.run(["show", "git-stash"]);
  expect(status).toBe(2);
  expect(err).toContain(`2 lessons match "git-stash":\n         ${two}\n         ${one}\n`);
  expect(program.run(["archive", "loses"]).err).toContain('1 lesson contains "loses"');
  const terminal = new TerminalSession(program, ["archive", "git-stash"]);
  await terminal.answer("Which lesson?", "\r");
  expect((await terminal.end()).shown).toContain(`Archived ${two}`);
});

test("pause --off, share --remove and backup --restore do what had names of their own", () => {
  const program = new Program();
  program.addLesson("git stash loses files");
  program.ok(["pause"]);
  expect(program.ok(["pause", "--off"])).toBe("Resumed: agents see lessons again\n");
  program.ok(["backup"]);
  expect(program.ok(["backup", "--restore", "--replace"])).toContain("Restored 1 lesson from");
  expect(program.run(["backup", "--replace"]).status).toBe(2);
});

test("list with words searches in any form of the words; --tags lists tags", () => {
  const program = new Program();
  program.addLesson("Deploy in two steps", "--tag", "topic:release");
  for (const words of [["deployment"], ["deployed"], ["deplo"], ["two", "step"]])
    expect(program.ok(["list", ...words])).toContain("Deploy in two steps");
  expect(program.run(["list", "deportment"]).status).toBe(1);
  expect(program.ok(["list", "--tags"])).toBe("topic:release  1\n");
  expect(program.run(["list", "deploy", "--sort", "newest"]).status).toBe(2);
});

test("dev hook runs the hook as an agent does", () => {
  const program = new Program();
  program.addLesson("git stash loses files", "--command", "^git\\s+stash\\b", "--tool", "Bash");
  const payload = JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: program.home,
    tool_name: "Bash",
    tool_input: { command: "git stash" },
  });
  expect(program.ok(["dev", "hook"], { input: payload })).toContain("git stash loses files");
  expect(program.run(["dev", "hook"], { input: payload.replace("git stash", "ls") })).toMatchObject(
    {
      status: 1,
      out: "",
    },
  );
});
