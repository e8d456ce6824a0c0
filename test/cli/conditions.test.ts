import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conditionFields, conditionTable } from "../../src/lesson/record/conditions.ts";
import { oneLine, Program } from "../kit/program.ts";

const given = {
  cwd: "**/shop",
  pathMissing: "node_modules",
  fileExists: "yarn.lock",
  fileLargerThan: "256kB",
  isDirectory: "$path",
  os: "linux",
  shell: "zsh",
  model: "some-*",
  failedInSession: "not-installed jq",
} as const;

test("every condition is given by a flag, shown, edited, exported and read back", () => {
  const program = new Program();
  const flags = conditionFields.flatMap((name) => [
    `--${conditionTable[name].flag.name}`,
    given[name],
  ]);
  program.addLesson("all", "--slug", "all-0000", "--command", "^ls\\b", ...flags);
  const conditionsIn = (from: Program): unknown =>
    JSON.parse(from.ok(["show", "all-0000", "--json"])).lesson.triggers.conditions;
  const stored = () => conditionsIn(program);
  const whole = Object.fromEntries(conditionFields.map((name) => [name, [given[name]]]));
  expect(stored()).toEqual(whole);
  const card = program.ok(["show", "all-0000"]);
  for (const name of conditionFields) {
    expect(card).toMatch(new RegExp(`${conditionTable[name].label} +${literal(given[name])}`));
  }
  for (const name of conditionFields) program.ok(["edit", "all-0000", name, ""]);
  expect(stored()).toBeUndefined();
  program.ok(["edit", "all-0000", "cwd", "+**/web"]);
  program.ok(["edit", "all-0000", "cwd", "+**/api"]);
  expect(stored()).toEqual({ cwd: ["**/web", "**/api"] });
  const other = new Program();
  other.ok(["import", "-"], { input: program.ok(["export"]) });
  expect(conditionsIn(other)).toEqual(stored());
});

function literal(text: string): string {
  return text.replaceAll(/[*$.]/g, String.raw`\$&`);
}

test.each([
  ["--file-larger-than", "big", '"big" is not a size such as 256kB or 1MiB'],
  ["--os", "amiga", '"amiga" must be macos, linux or windows'],
  ["--cwd", "**", '"**" matches any path'],
])("%s %s is refused with a message that names it", (flag, value, words) => {
  const program = new Program();
  const outcome = program.run([
    "add",
    "--summary",
    "x",
    "--mistake",
    "x",
    "--remediation",
    "y",
    flag,
    value,
  ]);
  expect(outcome.status).toBe(2);
  expect(oneLine(outcome.err)).toContain(words);
});

test("explain reads conditions in plain words, with the person's own glob", () => {
  const program = new Program();
  program.addLesson(
    "yarn",
    "--slug",
    "yarn-0000",
    "--tool",
    "Bash",
    "--command",
    "^npm\\b",
    "--cwd",
    "**/{web,api}",
    "--file-exists",
    "yarn.lock",
  );
  program.addLesson("glob", "--slug", "glob-0000", "--path", "src/**/*.{ts,tsx}");
  const general = oneLine(program.ok(["explain", "yarn-0000"]));
  expect(general).toContain("in a folder like `**/{web,api}`");
  expect(general).toContain("while `yarn.lock` exists");

  const web = join(program.home, "shop/web");
  mkdirSync(web, { recursive: true });
  const at = (cwd: string) =>
    oneLine(
      program.run(["explain", "yarn-0000", "--payload", "-"], {
        input: JSON.stringify({ cwd, tool_name: "Bash", tool_input: { command: "npm ci" } }),
      }).out,
    );
  expect(at(web)).toContain("one of its conditions is not met");
  expect(at(web)).toContain("✗ exists only while `yarn.lock` exists not true here");
  writeFileSync(join(web, "yarn.lock"), "");
  expect(at(web)).toContain("It fires at this call");
  expect(at(join(program.home, "shop"))).toContain(
    `✗ folder only in a folder like \`**/{web,api}\` here it is ${join(program.home, "shop")}`,
  );
  const path = oneLine(program.ok(["explain", "glob-0000", "--path", "src/a/b.tsx"]));
  expect(path).toContain("src/a/b.tsx matches src/**/*.{ts,tsx}");
  const missed = oneLine(program.ok(["explain", "glob-0000", "--path", "lib/b.tsx"]));
  expect(missed).toContain("looked for src/**/*.{ts,tsx}");
  expect(path + missed).not.toContain("(?:");
});

test("a condition that can never hold here is said behind every approval, and broken for doctor", () => {
  const program = new Program();
  const elsewhere = process.platform === "win32" ? "linux" : "windows";
  const added = program.ok([
    "add",
    "--summary",
    "x",
    "--mistake",
    "x",
    "--remediation",
    "y",
    "--slug",
    "x-0000",
    "--command",
    "^ls\\b",
    "--os",
    elsewhere,
  ]);
  expect(oneLine(added)).toContain(
    `it is shown only on \`${elsewhere}\`, and this is another system: lessons edit x-0000 os ''`,
  );
  program.addLesson(
    "y",
    "--slug",
    "y-0000",
    "--command",
    "^ls\\b",
    "--failed-in-session",
    "nothing-known",
  );
  expect(oneLine(program.ok(["explain", "y-0000"]))).toContain("no failed call can show that");
  const { findings } = JSON.parse(program.run(["doctor", "--json"]).out) as {
    findings: { check: string; severity: string; slugs?: string[] }[];
  };
  expect(findings.find(({ check }) => check === "never-holds")).toMatchObject({
    severity: "broken",
    slugs: ["x-0000", "y-0000"],
  });
});

test("validFrom is honoured: the lesson waits, and says so", () => {
  const program = new Program();
  program.addLesson("later", "--slug", "later-0000", "--command", "^ls\\b");
  program.ok(["edit", "later-0000", "validFrom", "9999-01-01"]);
  const explained = oneLine(program.ok(["explain", "later-0000", "--command", "ls"]));
  expect(explained).toContain("it is valid from 9999-01-01");
  program.ok(["edit", "later-0000", "validFrom", "2020-01-01"]);
  expect(oneLine(program.ok(["explain", "later-0000", "--command", "ls"]))).toContain(
    "It fires at this call",
  );
});
