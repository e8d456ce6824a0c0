import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySettingsText } from "../kit/arbitrary-settings.ts";
import { isSubsequence } from "../kit/is-subsequence.ts";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";
import { law } from "../kit/law.ts";

const root = join(import.meta.dirname, "../..");

/** A home with a settings file of Claude Code in it. */
function withSettings(text: string | undefined): { program: Program; settings: string } {
  const program = new Program();
  const settings = join(program.home, ".claude", "settings.json");
  mkdirSync(join(program.home, ".claude"));
  if (text !== undefined) writeFileSync(settings, text);
  return { program, settings };
}

/** Only the plan is asked about. */
const withoutOffers = "--no-grants --no-commands --no-statusline --no-starter --no-proof".split(
  " ",
);

const read = (file: string) => readFileSync(file, "utf8");

test("init writes the hook, where Node and the program are, and the entries that call it", () => {
  const { program, settings } = withSettings('{\n\t"model": "opus"\n}');
  const out = program.ok(["init", "--yes"]);
  expect(out).toContain("+ PreToolUse: bash, edit, read, search, mcp, other\n");
  const hook = join(program.home, ".lessons", "hook");
  const source = join(root, "plugin", "hooks");
  for (const name of ["lessons-hook", ...globSync("*.cjs", { cwd: source })]) {
    expect(read(join(hook, name))).toBe(read(join(source, name)));
  }
  expect(statSync(join(hook, "lessons-hook")).mode & 0o777).toBe(0o700);
  expect(readlinkSync(join(hook, "node"))).toBe(process.execPath);
  expect(readlinkSync(join(hook, "lessons.js"))).toBe(join(root, "dist", "lessons.js"));
  const { model, hooks } = JSON.parse(read(settings));
  expect(model).toBe("opus");
  expect(hooks.Stop).toEqual([
    {
      hooks: [{ type: "command", command: join(hook, "lessons-hook"), args: ["Stop"], timeout: 5 }],
    },
  ]);
  const [backup = ""] = globSync(join(program.home, ".lessons/backups/settings-*.json"));
  expect(read(backup)).toBe('{\n\t"model": "opus"\n}');
  expect(statSync(backup).mode & 0o777).toBe(0o600);
});

test("a second init has nothing to do; a file of the hook that differs is brought up to date", () => {
  const { program, settings } = withSettings("{}\n");
  program.ok(["init", "--yes"]);
  const installed = read(settings);
  expect(program.ok(["init"])).toContain("Already connected");
  const launcher = join(program.home, ".lessons/hook/lessons-hook");
  writeFileSync(launcher, "old");
  expect(program.ok(["init", "--yes"])).toContain("update  ~/.lessons/hook/lessons-hook");
  expect(read(launcher)).toBe(read(join(root, "plugin/hooks/lessons-hook")));
  expect(read(settings)).toBe(installed);
});

test("nothing is changed without agreement, and it is said how to agree", () => {
  const { program, settings } = withSettings("{}");
  const { status, out, err } = program.run(["init"]);
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringContaining("lessons init --yes"),
  });
  expect(out).toContain("change  ~/.claude/settings.json");
  expect(program.run(["init", "--dry-run", "--yes"]).status).toBe(0);
  expect(program.run(["init", "--json"]).status).toBe(1);
  expect(read(settings)).toBe("{}");
  expect(existsSync(join(program.home, ".lessons"))).toBe(false);
  program.ok(["init", "--yes"]);
  expect(program.run(["uninstall"])).toMatchObject({
    status: 1,
    err: expect.stringContaining("lessons uninstall --yes"),
  });
  expect(existsSync(join(program.home, ".lessons/hook"))).toBe(true);
});

test("a person at a terminal is asked", async () => {
  const { program, settings } = withSettings("{}");
  const no = new TerminalSession(program, ["init"]);
  await no.answer("Make these changes?", "n");
  expect((await no.end()).status).toBe(1);
  expect(read(settings)).toBe("{}");
  const yes = new TerminalSession(program, ["init", ...withoutOffers]);
  await yes.answer("Make these changes?", "y");
  expect((await yes.end()).status).toBe(0);
  expect(read(settings)).toContain("lessons-hook");
});

test("whatever the settings say: init keeps every byte, and uninstall brings back exactly them", () => {
  const { program, settings } = withSettings(undefined);
  fc.assert(
    fc.property(anySettingsText(), (text) => {
      writeFileSync(settings, text);
      program.ok(["init", "--yes"]);
      expect(isSubsequence(text, read(settings))).toBe(true);
      expect(read(settings)).toContain("lessons-hook");
      program.ok(["uninstall", "--yes"]);
      expect(read(settings)).toBe(text);
    }),
    law({ quick: 4, deep: 12 }),
  );
});

test("uninstall after other changes takes out our entries only; the lessons stay", () => {
  const { program, settings } = withSettings('{\n  "model": "opus"\n}\n');
  program.addLesson("kept");
  program.ok(["init", "--yes"]);
  writeFileSync(settings, read(settings).replace("opus", "haiku"));
  expect(program.ok(["uninstall", "--yes"])).toContain("~/.lessons/lessons.db");
  expect(read(settings)).toBe('{\n  "model": "haiku"\n}\n');
  expect(existsSync(join(program.home, ".lessons/hook"))).toBe(false);
  expect(program.ok(["list"])).toContain("kept");
  expect(program.run(["uninstall", "--yes"])).toMatchObject({
    status: 1,
    out: "lessons is not connected to any agent.\n",
  });
});

test("a settings file that we made is gone again", () => {
  const { program, settings } = withSettings(undefined);
  program.ok(["init", "--yes"]);
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  program.ok(["uninstall", "--yes"]);
  expect(existsSync(settings)).toBe(false);
});

test("a link stays a link, and permissions stay what they are", () => {
  const { program, settings } = withSettings(undefined);
  const real = join(program.home, "dotfiles.json");
  writeFileSync(real, "{}");
  chmodSync(real, 0o664);
  symlinkSync(real, settings);
  program.ok(["init", "--yes"]);
  expect(lstatSync(settings).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o664);
  expect(read(real)).toContain("lessons-hook");
  program.ok(["uninstall", "--yes"]);
  expect(read(real)).toBe("{}");
});

test("broken settings are refused with the place, and nothing is changed", () => {
  const { program, settings } = withSettings('{\n  "model": opus\n}\n');
  const { status, err } = program.run(["init", "--yes"]);
  expect(status).toBe(2);
  expect(oneLine(err)).toContain("settings.json:2:12: not valid JSON; nothing was changed");
  expect(existsSync(join(program.home, ".lessons"))).toBe(false);
  writeFileSync(settings, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  expect(oneLine(program.run(["init", "--yes"]).err)).toContain("is not UTF-8 text");
});

test("what keeps the agent from calling a hook is said", () => {
  const off = withSettings('{"disableAllHooks": true}');
  expect(off.program.ok(["init", "--yes"])).toContain("disableAllHooks");
  const commented = withSettings("{ /* mine */ }");
  const out = commented.program.ok(["init", "--yes"]);
  expect(oneLine(out)).toContain("Claude Code ignores the whole file");
  expect(out).not.toContain("Delivery is on");
});

test("CLAUDE_CONFIG_DIR, --settings and LESSONS_HOME say where", () => {
  const program = new Program();
  const folder = join(program.home, "my config");
  mkdirSync(folder);
  program.environment["CLAUDE_CONFIG_DIR"] = folder;
  program.environment["LESSONS_HOME"] = join(program.home, "our home");
  program.ok(["init", "--yes"]);
  const installed = read(join(folder, "settings.json"));
  expect(installed).toContain(join(program.home, "our home", "hook", "lessons-hook"));
  program.ok(["init", "--yes", "--settings", "other.json"]);
  expect(read(join(program.home, "other.json"))).toBe(installed);
  program.ok(["uninstall", "--yes"]);
  expect(existsSync(join(folder, "settings.json"))).toBe(false);
  expect(existsSync(join(program.home, "other.json"))).toBe(false);
});

test("where no agent is found there is nothing to do, unless one is named", () => {
  const program = new Program();
  const { status, out } = program.run(["init", "--yes"]);
  expect(status).toBe(1);
  expect(out).toContain("No agent was found, so nothing was connected.");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  expect(existsSync(join(program.home, ".claude/settings.json"))).toBe(true);
});

/** Every file below a folder with its content, but for our own home. */
function filesIn(home: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(join(home, ".lessons")))
      .map((path) => [path.slice(home.length + 1), read(path)]),
  );
}

test("one init connects every agent that is here, says what is left to do, and uninstall restores every byte", () => {
  const program = new Program();
  const own = {
    ".codex/hooks.json":
      '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "bell" }] }] } }',
    ".copilot/config.json": "{}\n",
    ".gemini/settings.json": '{"theme":"dark"}\n',
  };
  for (const [path, text] of Object.entries(own)) {
    mkdirSync(dirname(join(program.home, path)), { recursive: true });
    writeFileSync(join(program.home, path), text);
  }
  const before = filesIn(program.home);
  const { status, out } = program.run(["init", "--yes"]);
  expect(status).toBe(0);
  expect(oneLine(out)).toContain("Codex runs a hook only after you trust it");
  const hook = join(program.home, ".lessons/hook/lessons-hook");
  const codex = JSON.parse(read(join(program.home, ".codex/hooks.json")));
  expect(codex.hooks.Stop).toHaveLength(2);
  expect(codex.hooks.PreToolUse[0]).toEqual({
    matcher: "Bash",
    hooks: [{ type: "command", command: `${hook} @codex PreToolUse bash`, timeout: 5 }],
  });
  expect(read(join(program.home, ".copilot/hooks/lessons.json"))).toContain(
    `${hook} @copilot PreToolUse any`,
  );
  expect(read(join(program.home, ".gemini/extensions/lessons/hooks/hooks.json"))).toContain(
    `${hook} @gemini PreToolUse bash`,
  );
  expect(existsSync(join(program.home, ".claude"))).toBe(false);
  const connected = filesIn(program.home);
  expect(program.ok(["init", "--yes"])).toContain(
    "Already connected: Codex, Gemini CLI, Copilot CLI",
  );
  expect(filesIn(program.home)).toEqual(connected);
  program.ok(["uninstall", "--yes"]);
  expect(filesIn(program.home)).toEqual(before);
  expect(existsSync(join(program.home, ".gemini/extensions"))).toBe(false);
});

test("--agent connects that one alone, and what somebody else wrote under our name stays", () => {
  const program = new Program();
  mkdirSync(join(program.home, ".codex"));
  mkdirSync(join(program.home, ".copilot/hooks"), { recursive: true });
  writeFileSync(join(program.home, ".copilot/hooks/lessons.json"), "theirs");
  const out = program.ok(["init", "--yes", "--agent", "copilot"]);
  expect(out).toContain(".copilot/hooks/lessons.json is not from lessons; left unchanged");
  expect(existsSync(join(program.home, ".codex/hooks.json"))).toBe(false);
  program.ok(["uninstall", "--yes"]);
  expect(read(join(program.home, ".copilot/hooks/lessons.json"))).toBe("theirs");
});

test("--plugin tells claude what to do, and takes out entries that would call the hook twice", () => {
  const { program, settings } = withSettings("{}");
  const bin = join(program.home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), '#!/bin/sh\necho "did: $*" | tee -a "$HOME/told"\n', {
    mode: 0o755,
  });
  program.ok(["init", "--yes"]);
  const path = program.environment["PATH"] ?? "";
  program.environment["PATH"] = `${bin}:${path}`;
  expect(program.ok(["init", "--yes", "--plugin"])).toContain(
    "did: plugin install lessons@lessons",
  );
  const rule = `Read(/${program.home}/.lessons/skills/**)`;
  expect(JSON.parse(read(settings))).toEqual({ permissions: { allow: [rule] } });
  program.ok(["uninstall", "--yes"]);
  expect(read(settings)).toBe("{}");
  expect(read(join(program.home, "told"))).toBe(
    [
      `did: plugin marketplace add ${root}`,
      "did: plugin install lessons@lessons",
      "did: plugin uninstall lessons@lessons",
      "did: plugin marketplace remove lessons\n",
    ].join("\n"),
  );
});

test("--plugin without claude says what did not happen, and takes nothing out", () => {
  const { program, settings } = withSettings("{}");
  program.ok(["init", "--yes"]);
  const installed = read(settings);
  const skill = join(program.home, ".claude/skills/apply-knowledge/SKILL.md");
  program.environment["PATH"] = "/nowhere";
  const { status, out } = program.run(["init", "--yes", "--plugin"]);
  expect(status).toBe(1);
  expect(out).toContain("The plugin was not installed.\n");
  expect(out).toContain(`claude plugin marketplace add ${root}\n`);
  expect(out).toContain("claude plugin install lessons@lessons\n");
  expect(out).not.toMatch(/Done\.|Delivery is on|From now on/);
  expect(read(settings)).toBe(installed);
  expect(existsSync(skill)).toBe(true);
  expect(program.json(["init", "--yes", "--plugin"])).toMatchObject({ commandsRun: false });
  program.ok(["uninstall", "--yes"]);
  expect(read(settings)).toBe("{}");
});

test("a claude that writes into the settings itself is not in the way of --plugin", () => {
  const { program, settings } = withSettings('{\n  "model": "opus"\n}\n');
  const bin = join(program.home, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "claude"),
    `#!/bin/sh\nsed -i 's/"opus"/"opus", "enabledPlugins": {"lessons@lessons": true}/' "${settings}"\n`,
    { mode: 0o755 },
  );
  program.ok(["init", "--yes"]);
  program.environment["PATH"] = `${bin}:${program.environment["PATH"]}`;
  expect(program.json(["init", "--yes", "--plugin"])).toMatchObject({ commandsRun: true });
  expect(read(settings)).toContain("enabledPlugins");
  expect(read(settings)).not.toContain("lessons-hook");
});

test("where the plugin is switched on, no entries are written beside it", () => {
  const text = '{"enabledPlugins":{"lessons@lessons":true}}';
  const { program, settings } = withSettings(text);
  expect(program.ok(["init", "--yes"])).toContain(
    "+ may read the skills that lessons point to, without asking you",
  );
  expect(read(settings)).not.toContain("lessons-hook");
  expect(program.ok(["init", "--yes"])).toContain("Already connected by the plugin");
  expect(program.ok(["uninstall", "--yes"])).toContain("may read the skills");
  expect(read(settings)).toBe(text);
});

test("apply-knowledge comes with plain init, one of the user's own stays, and uninstall takes ours away", () => {
  const program = new Program();
  const skill = join(program.home, ".claude/skills/apply-knowledge");
  program.ok(["init", "--yes", "--agent", "claude-code"]);
  expect(read(join(skill, "SKILL.md"))).toContain("name: apply-knowledge");
  expect(program.json(["init", "--yes", "--agent", "claude-code"])).toMatchObject({
    applied: false,
  });
  program.ok(["uninstall", "--yes"]);
  expect(existsSync(join(program.home, ".claude"))).toBe(false);
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), "mine");
  expect(program.ok(["init", "--yes", "--agent", "claude-code"])).toContain("is not from lessons");
  program.ok(["uninstall", "--yes"]);
  expect(read(join(skill, "SKILL.md"))).toBe("mine");
});

test("--skills links our skills beside those of the user, which stay", () => {
  const { program } = withSettings("{}");
  program.ok(["config", "set", "cliIntelThreshold", "1"]);
  const slug = program.addLesson("about git", "--tag", "tool:git");
  program.addLesson("about npm", "--tag", "tool:npm");
  const skills = join(program.home, ".claude/skills");
  mkdirSync(join(skills, "lessons-npm"), { recursive: true });
  program.ok(["init", "--yes"]);
  expect(existsSync(join(skills, "lessons-git"))).toBe(false);
  expect(program.ok(["init", "--yes", "--skills"])).toContain("lessons-npm is not from lessons");
  expect(read(join(skills, "lessons-git/SKILL.md"))).toContain("about git");
  program.ok(["archive", slug, "--reason", "done"]);
  program.ok(["init", "--yes", "--skills"]);
  expect(globSync("lessons-*", { cwd: skills })).toEqual(["lessons-npm"]);
  program.addLesson("git again", "--tag", "tool:git");
  program.ok(["init", "--yes", "--skills"]);
  expect(globSync("lessons-*", { cwd: skills })).toHaveLength(2);
  program.ok(["uninstall", "--yes"]);
  expect(globSync("lessons-*", { cwd: skills })).toEqual(["lessons-npm"]);
});

/** One lesson about git is enough for a skill here. */
function withSkill(): { program: Program; skills: string } {
  const { program } = withSettings("{}");
  program.ok(["config", "set", "cliIntelThreshold", "1"]);
  program.addLesson("about git", "--tag", "tool:git");
  return { program, skills: join(program.home, ".claude/skills") };
}

test("a person is asked about skills in a second question; --yes alone only names them", async () => {
  const { program, skills } = withSkill();
  expect(program.ok(["init", "--yes"])).toContain("git has a skill: lessons init --skills\n");
  expect(program.json(["init", "--yes"])).toMatchObject({ skills: ["git"] });
  expect(globSync("lessons-*", { cwd: skills })).toEqual([]);
  program.ok(["uninstall", "--yes"]);
  const person = new TerminalSession(program, ["init", ...withoutOffers]);
  await person.answer("Make these changes?", "y");
  await person.answer("Also link the skill about git", "y");
  expect((await person.end()).status).toBe(0);
  expect(read(join(skills, "lessons-git/SKILL.md"))).toContain("about git");
});

test("a person who has everything but the skills is asked about them alone", async () => {
  const { program, skills } = withSkill();
  program.ok(["init", "--yes"]);
  const no = new TerminalSession(program, ["init", ...withoutOffers]);
  await no.answer("Also link the skill about git", "n");
  expect((await no.end()).status).toBe(0);
  expect(globSync("lessons-*", { cwd: skills })).toEqual([]);
  const yes = new TerminalSession(program, ["init", ...withoutOffers]);
  await yes.answer("Also link the skill about git", "y");
  expect((await yes.end()).status).toBe(0);
  expect(globSync("lessons-*", { cwd: skills })).toEqual(["lessons-git"]);
});

test("links that were asked for once follow the skills by themselves", () => {
  const { program, skills } = withSkill();
  program.ok(["init", "--yes", "--skills"]);
  const slug = program.addLesson("about npm", "--tag", "tool:npm");
  expect(globSync("lessons-*", { cwd: skills }).toSorted()).toEqual(["lessons-git", "lessons-npm"]);
  program.ok(["archive", slug, "--reason", "done"]);
  expect(globSync("lessons-*", { cwd: skills })).toEqual(["lessons-git"]);
  expect(program.ok(["init", "--yes"])).not.toContain("lessons init --skills");
});

test("uninstall leaves no copy of the settings behind, and what is somebody's own stays", () => {
  const program = new Program();
  const secret = '{ "env": { "KEY": "sk-planted" } }\n';
  mkdirSync(join(program.home, ".claude"));
  writeFileSync(join(program.home, ".claude/settings.json"), secret);
  program.ok(["init", "--yes"]);
  writeFileSync(join(program.home, ".lessons/backups/settings-mine.json"), "{}");
  expect(program.ok(["uninstall", "--yes"])).toContain("(a copy of your settings)");
  expect(readdirSync(join(program.home, ".lessons/backups"))).toEqual(["settings-mine.json"]);
  expect(readFileSync(join(program.home, ".claude/settings.json"), "utf8")).toBe(secret);
});

test("uninstall takes out the folders that init made, and none in which something else is", () => {
  const { program, skills } = withSkill();
  const mine = join(program.home, "a/b/settings.json");
  program.ok(["init", "--yes", "--skills", "--settings", mine]);
  expect(program.ok(["uninstall", "--yes"])).toContain("remove  ~/.claude/skills (if empty)\n");
  expect([skills, join(program.home, "a")].map((folder) => existsSync(folder))).toEqual([
    false,
    false,
  ]);
  program.ok(["init", "--yes", "--skills"]);
  writeFileSync(join(skills, "note"), "mine");
  program.ok(["uninstall", "--yes"]);
  expect(globSync("*", { cwd: skills })).toEqual(["note"]);
});

test("of the copies of a settings file the newest ten stay", () => {
  const { program } = withSettings("{}");
  const backups = join(program.home, ".lessons/backups");
  mkdirSync(backups, { recursive: true });
  const old = Array.from({ length: 12 }, (_, day) => `settings-202501${day + 10}T000000000Z.json`);
  const others = ["settings-mine.json", "lessons-20250110T000000000Z.db"];
  for (const name of [...old, ...others]) writeFileSync(join(backups, name), "{}");
  program.ok(["init", "--yes"]);
  const names = globSync("*", { cwd: backups });
  expect(names).toHaveLength(12);
  expect(names).toEqual(expect.arrayContaining([...old.slice(3), ...others]));
});

test("as JSON: what would change, whether it was done, and what it is", () => {
  const { program } = withSettings("{}");
  expect(program.json(["init"])).toMatchObject({
    type: "lessons-init",
    version: 1,
    applied: false,
  });
  expect(program.json(["init", "--yes"])).toMatchObject({
    applied: true,
    alreadyInstalled: false,
    way: "settings",
    settings: { change: "change", removed: {} },
    backup: expect.stringContaining("backups"),
  });
  expect(program.json(["init", "--yes"])).toMatchObject({ applied: false, alreadyInstalled: true });
  expect(program.json(["uninstall", "--yes"])).toMatchObject({
    type: "lessons-uninstall",
    applied: true,
  });
});

test("everything fits 80 columns", () => {
  const { program } = withSettings("{}");
  const lines = program.ok(["init", "--dry-run"]).replaceAll(root, "").split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("where candidates wait, it is review that comes next", () => {
  const { program } = withSettings("{}\n");
  program.addLesson("a candidate", "--command", "^make\\b", "--status", "candidate");
  const out = oneLine(program.ok(["init", "--yes"]));
  expect(out).toContain("No active lessons yet. 1 candidate waits for you: lessons review");
  expect(out).not.toContain("lessons scan finds some");
});
