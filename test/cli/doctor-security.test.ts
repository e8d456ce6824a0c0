import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

function installed(): Program {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  program.ok(["init", "--yes"]);
  return program;
}

function checks(program: Program): readonly string[] {
  const { findings } = program.json(["doctor", "--security"]) as {
    readonly findings: readonly { readonly check: string; readonly hint: string }[];
  };
  expect(findings.every(({ hint }) => hint !== "")).toBe(true);
  return findings.map(({ check }) => check);
}

const at = (program: Program, path: string) => join(program.home, path);

test.each<[string, (program: Program) => void]>([
  ["links", (program) => symlinkSync("/etc", at(program, ".lessons/elsewhere"))],
  ["above", (program) => chmodSync(program.home, 0o777)],
  [
    "trusted-node",
    (program) => {
      rmSync(at(program, ".lessons/hook/node"));
      writeFileSync(at(program, ".lessons/hook/node"), "#!/bin/sh\n", { mode: 0o700 });
    },
  ],
  [
    "hook-contents",
    (program) => writeFileSync(at(program, ".lessons/hook/lessons-hook.cjs"), "other"),
  ],
  [
    "grants",
    (program) =>
      writeFileSync(
        at(program, ".claude/settings.json"),
        '{ "permissions": { "allow": ["Bash(lessons promote:*)"] } }',
      ),
  ],
  [
    "project-files",
    (program) => {
      mkdirSync(at(program, ".git"));
      mkdirSync(at(program, "project/.lessons"), { recursive: true });
      symlinkSync("/dev/zero", at(program, "project/.lessons/config.json"));
      program.environment["PROJECT"] = "project";
    },
  ],
])("doctor --security finds it, and says what to do: %s", (check, harm) => {
  const program = installed();
  expect(checks(program)).not.toContain(check);
  harm(program);
  const cwd = join(program.home, program.environment["PROJECT"] ?? "");
  const { out } = program.run(["doctor", "--security", "--json"], { cwd });
  expect(JSON.parse(out).findings).toContainEqual(
    expect.objectContaining({ check, hint: expect.stringMatching(/\S/) }),
  );
});

test("a link that leads out is one link, whatever is behind it, and counts before anything is there", () => {
  const program = installed();
  symlinkSync("/etc", at(program, ".lessons/elsewhere"));
  symlinkSync(at(program, "not-yet"), at(program, ".lessons/other"));
  expect(oneLine(program.run(["doctor", "--security"]).out)).toContain(
    "2 links lead out of the lessons folder: elsewhere, other →",
  );
});

test("without --security none of it is looked at, and rules that only show are no finding", () => {
  const program = installed();
  symlinkSync("/etc", at(program, ".lessons/elsewhere"));
  expect(program.run(["doctor"]).out).not.toContain("out of the lessons folder");
  rmSync(at(program, ".lessons/elsewhere"));
  writeFileSync(
    at(program, ".claude/settings.json"),
    '{ "permissions": { "allow": ["Bash(lessons list:*)", "Bash(git status)", "Read(~/x)"] } }',
  );
  expect(checks(program)).not.toContain("grants");
});
