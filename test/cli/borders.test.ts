import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { oneLine, Program } from "../kit/program.ts";

const launcher = join(import.meta.dirname, "../../dist/lessons.js");

test("an old Node gets one line that says what is needed and how to get it", () => {
  const fake = `Object.defineProperty(process.versions, "node", { value: "20.20.2" }); await import(${JSON.stringify(pathToFileURL(launcher).href)});`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", fake, "list"],
    { encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(
    /^lessons: needs Node\.js 22\.16 or newer, and this is 20\.20\.2; get it .*\n$/,
  );
});

test("--version says the version of the package", () => {
  const program = new Program();
  for (const flag of ["--version", "-V"]) {
    const out = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
    // The launcher answers by itself.
    expect(program.runBuilt([flag])).toEqual({ status: 0, out, err: "" });
    expect(program.run([flag])).toEqual({ status: 0, out, err: "" });
  }
});

test("the help says where to start, and fits 80 columns", () => {
  const out = new Program().ok(["--help"]);
  expect(out).toContain("Mistakes, what needs you, and the next step.");
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test.each(["config", "gates", "knowledge"])(
  "%s without a command shows its help, and nothing else",
  (group) => {
    const program = new Program();
    const help = program.ok([group, "--help"]);
    expect(program.run([group])).toEqual({ status: 0, out: help, err: "" });
  },
);

test("help of every command has examples and fits 80 columns, apart from long examples", () => {
  const program = new Program();
  const names = [
    ...program.ok(["--help"]).matchAll(/^ {2}([a-z-]+)(?: [[<][^ ]+)*(?: {2,}|\n)/gm),
  ].map(([, name = ""]) => name);
  const commands = names.filter((name) => name !== "help");
  expect(commands.length).toBeGreaterThanOrEqual(15);
  for (const command of commands) {
    const out = program.ok([command, "--help"]);
    expect(out).toContain("Examples:\n  $ ");
    const [help = ""] = out.split("Examples:");
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});

test.each([
  [["frobnicate"], 'there is no command "frobnicate"'],
  [["list", "--frobnicate"], "unknown option '--frobnicate'"],
  [["list", "--status", "asleep"], "Allowed choices are candidate, reviewed, active, archived"],
  [["list", "--level", "urgent"], "Use one of CRITICAL, HIGH, MEDIUM, LOW"],
  [["list", "--limit", "0"], "whole number above zero"],
  [["show"], "name a lesson, a call, or both"],
  [["add", "--kind", "riddle"], "Allowed choices are pitfall"],
  [["add", "--summary", "x", "--mistake", "m"], "body.remediation is missing"],
  [["add", "--summary", "x", "--risk", "r"], "a pitfall has no risk"],
  [["add", "--summary", "x", "--file", "y.json"], "not both"],
  [["add", "--file", "absent.json"], "no such file or folder"],
  [["add", "--file", "."], "it is a folder"],
  [["import", "absent"], "no such file or folder"],
  [["completion", "csh"], "Allowed choices are bash, zsh, fish"],
])("lessons %j ends with 2 and says why", (args, message) => {
  const { status, out, err } = new Program().run(args);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(oneLine(err)).toContain(message);
  expect(err).toMatch(/^lessons: /);
  expect(err).not.toContain("    at ");
});

test("a stack trace is shown with --debug only", () => {
  expect(new Program().run(["show", "nothing", "--debug"]).err).toContain("    at ");
});

test("common flags may stand before the command", () => {
  expect(JSON.parse(new Program().run(["--json", "--no-color", "list"]).out)).toMatchObject({
    type: "lessons-list",
  });
});

test("a pipe that is closed early ends quietly", () => {
  const program = new Program();
  const drafts = Array.from({ length: 3000 }, (_, n) => ({
    kind: "decision",
    summary: `number ${n}`,
    body: { context: `${n} ${"x".repeat(200)}`, decision: "d" },
  }));
  program.ok(["add"], { input: JSON.stringify(drafts) });
  expect(program.shell("set -o pipefail; lessons list --limit 3000 | head -1")).toMatchObject({
    status: 0,
    err: "",
    out: expect.stringContaining("number"),
  });
  expect(program.shell('lessons export | head -c 10; echo "${PIPESTATUS[0]}"')).toMatchObject({
    err: "",
    out: expect.stringMatching(/\{"\$schema0\n|0\n$/),
  });
});

test("a full disk behind standard output is said", () => {
  const program = new Program();
  program.addLesson("x");
  expect(program.shell("lessons list > /dev/full")).toMatchObject({
    status: 2,
    err: expect.stringContaining("cannot write the output"),
  });
});

test("a home that is a file, or cannot be made, is said with what to do", () => {
  const program = new Program();
  writeFileSync(join(program.home, "file"), "");
  program.environment["LESSONS_HOME"] = join(program.home, "file");
  expect(program.run(["list"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("LESSONS_HOME"),
  });
  program.environment["LESSONS_HOME"] = "/proc/nowhere/lessons";
  expect(program.run(["list"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("/proc/nowhere"),
  });
});

test("output has no colour when it is not a terminal", () => {
  const program = new Program({ FORCE_COLOR: "1" });
  program.addLesson("x");
  expect(program.runBuilt(["list"])).toMatchObject({
    status: 0,
    out: expect.not.stringContaining("\u001B"),
  });
});

test("terminal escapes in a lesson never reach the terminal", () => {
  const program = new Program();
  const slug = program.addLesson("evil \u001B]0;title\u0007 \u001B[2J text");
  expect(
    program.ok(["show", slug]) +
      program.ok(["list"]) +
      program.ok(["export", "--format", "markdown"]),
  ).not.toContain("\u001B");
});

test("eight programs that write at once: every lesson is there, none twice", async () => {
  const program = new Program();
  program.addLesson("first");
  const children = Array.from({ length: 8 }, (_, n) =>
    program.start([
      "add",
      "--summary",
      `parallel ${n}`,
      "--mistake",
      `mistake ${n}`,
      "--remediation",
      "r",
    ]),
  );
  const codes = await Promise.all(
    children.map(async (child) => (await once(child, "exit"))[0] as number),
  );
  expect(codes).toEqual(Array.from({ length: 8 }, () => 0));
  expect(program.json(["list"])["total"]).toBe(9);
});

test("interrupted in the middle of an import, nothing is half-done and the store is sound", async () => {
  const program = new Program();
  const drafts = Array.from({ length: 4000 }, (_, n) => ({
    slug: `s${n}-0000`,
    summary: `n ${n}`,
    mistake: `m ${n}`,
    remediation: "r",
    triggers: {},
    priority: 5,
    confidence: 1,
    tags: [],
  }));
  mkdirSync(join(program.home, "data"));
  writeFileSync(
    join(program.home, "data", "lessons.json"),
    JSON.stringify({ type: "lessons-learned-store", lessons: drafts }),
  );
  for (const afterMs of [150, 300, 450]) {
    const child = program.start(["import", "data/lessons.json"]);
    const exit = once(child, "exit");
    const timer = setTimeout(() => child.kill("SIGINT"), afterMs);
    await exit;
    clearTimeout(timer);
    const { total } = program.json(["list"]);
    expect([0, 4000]).toContain(total);
  }
  expect(
    readdirSync(join(program.home, ".lessons")).filter((name) => name.endsWith(".tmp")),
  ).toEqual([]);
});
