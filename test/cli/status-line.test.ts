import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { warningsFile } from "../../src/gates/warnings-note.ts";
import { Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const mine = '{\n  "statusLine": { "type": "command", "command": "mine.sh" }\n}\n';

function withSettings(text: string): { program: Program; file: string } {
  const program = new Program();
  mkdirSync(join(program.home, ".claude"));
  const file = join(program.home, ".claude/settings.json");
  writeFileSync(file, text);
  return { program, file };
}

/** A project with one rendered decision. */
function projectIn(program: Program): string {
  const root = join(program.home, "api");
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(root, "src"));
  mkdirSync(join(root, ".memory"));
  const entries = [{ observationId: "a", type: "decision" }];
  writeFileSync(join(root, ".memory/.learning-manifest.json"), JSON.stringify({ entries }));
  return root;
}

test("init sets the status line when asked to, the agent's shell can run it, and uninstall takes it out again", () => {
  const before = '{ "model": "opus" }\n';
  const { program, file } = withSettings(before);
  program.ok(["init", "--yes", "--statusline"]);
  const { statusLine } = JSON.parse(readFileSync(file, "utf8"));
  const root = projectIn(program);
  const payload = JSON.stringify({ workspace: { current_dir: join(root, "src") } });
  const run = () =>
    execFileSync("sh", ["-c", statusLine.command], {
      input: payload,
      env: program.environment,
      encoding: "utf8",
    });
  expect(run()).toBe("Learning: 1 decisions\n");
  const warnings = warningsFile(join(program.home, ".lessons"), root);
  mkdirSync(join(warnings, ".."), { recursive: true });
  writeFileSync(warnings, "2\n");
  expect(run()).toBe("Learning: 1 decisions  ⚠ 2 need you: lessons\n");
  program.ok(["uninstall", "--yes"]);
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("a status line of the person's own stays, and init says so", () => {
  const { program, file } = withSettings(mine);
  expect(program.ok(["init", "--yes", "--statusline"])).toContain(
    "Your own status line is unchanged",
  );
  expect(JSON.parse(readFileSync(file, "utf8")).statusLine.command).toBe("mine.sh");
  program.ok(["uninstall", "--yes"]);
  expect(readFileSync(file, "utf8")).toBe(mine);
});

test("a person is asked, and nobody else is", async () => {
  const { program, file } = withSettings("{}");
  program.ok(["init", "--yes"]);
  expect(readFileSync(file, "utf8")).not.toContain("statusLine");
  const no = new TerminalSession(program, ["init", "--no-grants", "--no-commands", "--no-starter"]);
  await no.answer("Also show new lessons of a project", "n");
  expect((await no.end()).status).toBe(0);
  expect(readFileSync(file, "utf8")).not.toContain("statusLine");
  const yes = new TerminalSession(program, [
    "init",
    "--no-grants",
    "--no-commands",
    "--no-starter",
  ]);
  await yes.answer("Also show new lessons of a project", "y");
  expect((await yes.end()).status).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("lessons-statusline");
});

test("a settings file that only init made is gone after uninstall", () => {
  const { program, file } = withSettings("{}");
  writeFileSync(file, "");
  execFileSync("rm", [file]);
  program.ok(["init", "--yes", "--statusline"]);
  program.ok(["uninstall", "--yes"]);
  expect(existsSync(file)).toBe(false);
});

test.each(["", "not json", '{"cwd":"/nowhere"}', "[]"])(
  "with %j on its input the row is empty",
  (input) => {
    expect(new Program().runBuilt(["statusline"], { input })).toEqual({
      status: 0,
      out: "",
      err: "",
    });
  },
);

test("below a status line of one's own, as the documentation shows it", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/learning.md"), "utf8");
  const script = /```sh\n(#!\/bin\/sh\n[^]*?)```/.exec(page)?.[1] ?? "";
  const settings = /```json\n([^]*?)```/.exec(page)?.[1] ?? "";
  const { program } = withSettings(settings);
  const at = (path: string) => join(program.home, path);
  const [node = "", launcher = ""] = program.commandLine;
  writeFileSync(at(".claude/status-line.sh"), script);
  writeFileSync(
    at(".claude/my-status-line.sh"),
    `printf 'mine: '; tr -d '{}"' | head -c 9; echo\n`,
  );
  mkdirSync(at("bin"));
  writeFileSync(at("bin/lessons"), `#!/bin/sh\nexec "${node}" "${launcher}" "$@"\n`, {
    mode: 0o755,
  });
  const root = projectIn(program);
  const { command } = JSON.parse(settings).statusLine;
  const printed = execFileSync("sh", ["-c", command], {
    input: JSON.stringify({ workspace: { current_dir: root } }),
    env: { ...program.environment, PATH: `${at("bin")}:${program.environment["PATH"]}` },
    encoding: "utf8",
  });
  expect(printed).toBe("mine: workspace\nLearning: 1 decisions\n");
});

test("the row says how many facts hold here, what was held, how the last session went, and what needs you", () => {
  const program = new Program();
  program.addLesson("x");
  program.addLesson("y", "--scope", "project:shop");
  program.addLesson("z", "--scope", "project:elsewhere");
  program.addLesson("w", "--status", "candidate");
  const home = join(program.home, ".lessons");
  const session = join(home, "sessions/s1");
  mkdirSync(join(session, "holds"), { recursive: true });
  writeFileSync(join(session, "project.json"), JSON.stringify({ project: "project:shop" }));
  writeFileSync(join(session, "holds/one"), "");
  const row = (payload: object) =>
    program.ok(["statusline"], { input: JSON.stringify({ cwd: program.home, ...payload }) });
  expect(row({ session_id: "s1" })).toBe("lessons: 2 facts, 1 held  ⚠ 1 needs you: lessons\n");
  expect(row({})).toBe("lessons: 1 fact  ⚠ 1 needs you: lessons\n");
  const digest = { heeded: 2, repeated: 1, newCandidates: 0, missed: [{ slug: "stash-0000" }] };
  writeFileSync(join(home, "last-session.json"), JSON.stringify(digest));
  expect(row({ session_id: "s1" })).toBe(
    "lessons: 2 facts, 1 held · last session: 2 heeded, 1 repeated, CRITICAL stash-0000 not shown  ⚠ 1 needs you: lessons\n",
  );
});
