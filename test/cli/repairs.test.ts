import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { keepLedger, ledgerCall, ourLog } from "../kit/ledger.ts";
import { oneLine, Program } from "../kit/program.ts";
import { noon } from "../kit/store.ts";

const fileOf = (program: Program) => join(program.home, ".lessons/repairs.json");
const chosen = (program: Program) =>
  existsSync(fileOf(program)) ? JSON.parse(readFileSync(fileOf(program), "utf8")).repairs : [];

/** A home in whose logs zsh aborted two lines in two sessions. */
function withFailedGlobs(): Program {
  const program = new Program();
  mkdirSync(join(program.home, ".lessons"), { mode: 0o700 });
  const database = openDatabase(join(program.home, ".lessons/lessons.db"), noon);
  const failed = { outcome: "error", fact: "zsh-glob" } as const;
  keepLedger(database, [
    ledgerCall({ ...failed, ordinal: 1 }),
    ledgerCall({ ...failed, ordinal: 2, log: { ...ourLog, number: 2, sessionId: "s2" } }),
  ]);
  database.exec("UPDATE calls SET error_head = '(eval):1: no matches found: *.go'");
  database.close();
  return program;
}

test("without an argument all repairs are listed, off, with what they would have saved and what to type", () => {
  const program = withFailedGlobs();
  const out = program.ok(["repairs"]);
  expect(out.match(/^\S+/gmu)).toEqual(["zsh-globs", "zsh-equals", "path", "gh-repo"]);
  expect(oneLine(out)).toContain(
    "off would have prevented 2 failed calls in 2 sessions: lessons repairs on zsh-globs",
  );
  expect(existsSync(fileOf(program))).toBe(false);
  const { type, problems, repairs } = program.json(["repairs"]);
  expect({ type, problems }).toEqual({ type: "lessons-repairs", problems: [] });
  expect((repairs as readonly unknown[])[0]).toEqual({
    name: "zsh-globs",
    does: expect.any(String),
    on: [],
    offers: [{ value: "", scope: "machine", facts: ["zsh-glob"], failedCalls: 2, sessions: 2 }],
  });
});

test("on writes a private file and shows the line; off takes it back, and the second time there is nothing to do", () => {
  const program = withFailedGlobs();
  const out = program.ok(["repairs", "on", "zsh-globs"]);
  expect(out).toContain("Switched on for this machine: zsh globs (nonomatch)\n");
  expect(out).toContain('  if [ -n "${ZSH_VERSION-}" ]; then setopt nonomatch; fi\n');
  expect(statSync(fileOf(program)).mode & 0o777).toBe(0o600);
  expect(chosen(program)).toEqual([{ name: "zsh-globs", value: "", scope: "machine" }]);
  const list = oneLine(program.ok(["repairs"]));
  expect(list).toContain("on (this machine) if [ -n");
  expect(list).not.toContain("would have saved");
  expect(program.ok(["repairs", "off", "zsh-globs"])).toContain("Switched off for this machine");
  expect(chosen(program)).toEqual([]);
  const again = program.run(["repairs", "off", "zsh-globs"]);
  expect(again).toEqual({ status: 1, out: "", err: "zsh-globs is not on here.\n" });
});

test.each([
  ["Claude Code", { CLAUDECODE: "1" }],
  ["Claude Code", { CLAUDE_CODE_SESSION_ID: "x" }],
  ["an agent", { AI_AGENT: "some" }],
])("inside %s neither on nor off is done, and the list may be read", (_, environment) => {
  const program = new Program(environment);
  for (const act of ["on", "off"]) {
    const { status, err } = program.run(["repairs", act, "zsh-globs"]);
    expect(status).toBe(2);
    expect(err).toContain("an agent cannot switch repairs; a person can");
  }
  expect(existsSync(fileOf(program))).toBe(false);
  expect(program.run(["repairs"]).status).toBe(0);
});

test("a folder must be named, safe and written as it is; several may be on", () => {
  const program = new Program();
  const home = realpathSync(program.home);
  const folder = (name: string, mode: number) => {
    mkdirSync(join(home, name), { recursive: true });
    chmodSync(join(home, name), mode);
    return join(home, name);
  };
  const [one, two, open] = [folder("one", 0o755), folder("two", 0o700), folder("open", 0o777)];
  const refused = (value: string) => oneLine(program.run(["repairs", "on", "path", value]).err);
  expect(oneLine(program.run(["repairs", "on", "path"]).err)).toContain("path needs a value");
  expect(refused("bin")).toContain("path needs folder");
  expect(refused(`${one}:${two}`)).toContain("path needs folder");
  expect(refused(open)).toContain(`not safe: other users can write to ${open}`);
  expect(refused(join(home, "gone"))).toContain("does not exist");
  expect(chosen(program)).toEqual([]);
  program.ok(["repairs", "on", "path", `${one}/`]);
  program.ok(["repairs", "on", "path", two]);
  expect(program.ok(["repairs", "off", "path", one])).toContain(`PATH (${one})`);
  expect(chosen(program)).toEqual([{ name: "path", value: two, scope: "machine" }]);
});

test("GH_REPO holds in the project, and its value comes from the remote", () => {
  const program = new Program();
  mkdirSync(join(program.home, "p/.git"), { recursive: true });
  const config = '[remote "origin"]\n\turl = git@github.com:Octo/Hello.git\n';
  writeFileSync(join(program.home, "p/.git/config"), config);
  const cwd = join(program.home, "p");
  program.ok(["repairs", "on", "gh-repo"], { cwd });
  const scope = "project:github.com/octo/hello";
  expect(chosen(program)).toEqual([{ name: "gh-repo", value: "octo/hello", scope }]);
  program.ok(["repairs", "on", "gh-repo", "Octo/other"], { cwd });
  expect(chosen(program)).toEqual([{ name: "gh-repo", value: "Octo/other", scope }]);
  expect(program.run(["repairs", "off", "gh-repo"]).status).toBe(1);
  const everywhere = ["repairs", "on", "gh-repo", "a/b", "--scope", "machine"];
  expect(program.run(everywhere, { cwd }).err).toContain("works for one project");
  program.ok(["repairs", "off", "gh-repo"], { cwd });
  expect(chosen(program)).toEqual([]);
  expect(program.run(["repairs", "on", "gh-repo"]).err).toContain("needs a value: owner/name");
});

test("a repair of the machine can be kept to one project", () => {
  const program = new Program();
  program.ok(["repairs", "on", "zsh-globs", "--scope", "project"]);
  expect(chosen(program)[0].scope).toMatch(/^project:path-/u);
  expect(program.run(["repairs", "on", "zsh-globs", "--scope", "team:x"]).status).toBe(2);
});

test("a file that somebody else has changed is not written over", () => {
  const program = new Program();
  program.ok(["repairs", "on", "zsh-globs"]);
  const evil = { version: 1, repairs: [{ name: "path", value: "/x'; id; '", scope: "machine" }] };
  writeFileSync(fileOf(program), JSON.stringify(evil));
  const { status, err } = program.run(["repairs", "on", "zsh-equals"]);
  expect(status).toBe(2);
  expect(err).toContain("has an invalid value");
  expect(JSON.parse(readFileSync(fileOf(program), "utf8"))).toEqual(evil);
  expect(program.ok(["repairs"])).toContain("! path in repairs.json has an invalid value");
});

test("after approving what a repair would mend, one line offers it; not when it is on", () => {
  const program = withFailedGlobs();
  const approve = (summary: string) => {
    const slug = program.addLesson(summary, "--status", "candidate", "--command", "^ls\\b");
    const database = openDatabase(join(program.home, ".lessons/lessons.db"), noon);
    database.exec("UPDATE lessons SET about = NULL WHERE status = 'active'");
    database.prepare("UPDATE lessons SET about = 'zsh-glob' WHERE slug = ?").run(slug);
    database.close();
    return program.ok(["promote", "--ids", slug, "--force", "--because", "sure"]);
  };
  const line =
    "`lessons repairs on zsh-globs` would have prevented 2 failed calls in 2 sessions.\n";
  expect(approve("zsh aborts the line")).toContain(line);
  program.ok(["repairs", "on", "zsh-globs"]);
  expect(approve("zsh aborts the line again")).not.toContain("lessons repairs");
});
