import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program } from "../kit/program.ts";

/** What a real bash proposes after this line. */
function propose(program: Program, line: string): readonly string[] {
  const words = line.split(" ");
  const array = words.map((word) => `'${word}'`).join(" ");
  const { out, err } = program.shell(
    `source <(lessons completion bash); COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _lessons; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  expect(err).toBe("");
  return out.split("\n").filter((word) => word !== "");
}

test("bash completes commands, flags, choices, subcommands and slugs", () => {
  const program = new Program();
  const slug = program.addLesson("git stash loses files");
  program.addLesson("git push overwrites");
  expect(propose(program, "lessons a")).toEqual(["add", "archive"]);
  expect(propose(program, "lessons list --s")).toEqual(
    expect.arrayContaining(["--status", "--scope", "--sort", "--show-archived"]),
  );
  expect(propose(program, "lessons list --sort ")).toEqual([
    "priority",
    "confidence",
    "newest",
    "updated",
    "seen",
    "slug",
  ]);
  expect(propose(program, "lessons config s")).toEqual(["set"]);
  expect(propose(program, "lessons gates select --r")).toEqual(["--reason"]);
  expect(propose(program, "lessons --debug project --no-color knowledge show --p")).toEqual([
    "--project",
  ]);
  expect(propose(program, "lessons show git-st")).toEqual([slug]);
  expect(propose(program, "lessons completion z")).toEqual(["zsh"]);
});

test("bash completes files where a command or a flag takes one", () => {
  const program = new Program();
  const beginning = join(program.home, "no");
  const file = join(program.home, "notes.jsonl");
  writeFileSync(file, "");
  expect(propose(program, `lessons import ${beginning}`)).toEqual([file]);
  expect(propose(program, `lessons add --file ${beginning}`)).toEqual([file]);
});

test.each(["bash", "zsh", "fish"])("the script for %s knows every command", (shell) => {
  const script = new Program().ok(["completion", shell]);
  for (const name of ["start", "add", "backup", "config"]) expect(script).toContain(name);
  expect(script).not.toContain("undefined");
});
