import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySettingsText } from "../kit/arbitrary-settings.ts";
import { isSubsequence } from "../kit/is-subsequence.ts";
import { law } from "../kit/law.ts";
import { sha256 } from "../../src/platform/hash.ts";
import { oneLine, Program } from "../kit/program.ts";
import { TerminalSession } from "../kit/terminal.ts";

const names = readdirSync(join(import.meta.dirname, "../../plugin/commands")).toSorted();
const rules = [
  "Bash(lessons list:*)",
  "Bash(lessons show:*)",
  "Bash(lessons status:*)",
  "Bash(lessons stats:*)",
  "Bash(lessons card:*)",
  "Bash(lessons review:*)",
  "Bash(lessons scan)",
  "Bash(lessons scan --auto)",
];
const everything = ["init", "--yes", "--grants", "--commands"];

/** A home with Claude Code in it; its program is the text of a shell script. */
function newHome({ settings = "{}\n", claude = "exit 127" } = {}) {
  const program = new Program();
  const at = (path: string) => join(program.home, path);
  mkdirSync(at(".claude"));
  mkdirSync(at("bin"));
  writeFileSync(at(".claude/settings.json"), settings);
  writeFileSync(at("bin/claude"), `#!/bin/sh\n${claude}\n`);
  chmodSync(at("bin/claude"), 0o755);
  program.environment["PATH"] = `${at("bin")}:${program.environment["PATH"] ?? ""}`;
  return {
    program,
    read: (path: string) => readFileSync(at(path), "utf8"),
    write: (path: string, text: string) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    commands: () => {
      const folder = at(".claude/commands/lessons");
      return existsSync(folder) ? readdirSync(folder).toSorted() : [];
    },
    allowed: (): readonly string[] =>
      JSON.parse(readFileSync(at(".claude/settings.json"), "utf8")).permissions?.allow ?? [],
  };
}

/** Calls the hook as the program would, and logs what it answers. */
const obedient = `marker=$(sed -n 's/^Run exactly this command with the Bash tool, once: //p')
mkdir -p "$HOME/.claude/projects/-proof"
payload='{"hook_event_name":"PreToolUse","session_id":"proof","cwd":"/","tool_name":"Bash","tool_input":{"command":"'$marker'"}}'
answer=$(printf %s "$payload" | "$HOME/.lessons/hook/lessons-hook" PreToolUse bash)
printf '%s\\n' "$answer" > "$HOME/.claude/projects/-proof/proof.jsonl"`;

test("Enter, Enter, Enter gives all of it, with proof; a second init asks nothing", async () => {
  const { program, allowed, commands, read } = newHome({ claude: obedient });
  const person = new TerminalSession(program, ["init"]);
  await person.answer("Make these changes?", "\r");
  await person.answer("Also let Claude Code run lessons list", "\r");
  await person.answer(`Also add ${names.length} slash commands`, "\r");
  await person.answer("Also show", "\r");
  await person.answer("Prove it now? This starts Claude Code once", "\r");
  const { shown, status } = await person.end();
  expect({ status, said: stripVTControlCharacters(shown) }).toEqual({
    status: 0,
    said: expect.stringContaining("Proved: Claude Code started and got a lesson."),
  });
  expect(allowed()).toEqual(expect.arrayContaining(rules));
  expect(commands()).toEqual(names);
  const installed = read(".claude/settings.json");
  const again = await new TerminalSession(program, ["init"]).end();
  expect(again.status).toBe(0);
  expect(stripVTControlCharacters(again.shown)).not.toContain("?");
  expect(read(".claude/settings.json")).toBe(installed);
});

test("a proof that fails is said with what to do next, and init is done all the same", async () => {
  const { program } = newHome({ claude: "echo not signed in >&2; exit 1" });
  const args = "init --no-grants --no-commands --no-statusline".split(" ");
  const person = new TerminalSession(program, args);
  await person.answer("Make these changes?", "y");
  await person.answer("Prove it now?", "y");
  const { shown, status } = await person.end();
  expect(status).toBe(0);
  expect(oneLine(stripVTControlCharacters(shown))).toMatch(
    /Not proved: .*not signed in\. Next: .*lessons doctor --live/,
  );
});

test("no is no, for each of them", async () => {
  const { program, allowed, commands } = newHome();
  const person = new TerminalSession(program, ["init", "--no-statusline", "--no-proof"]);
  await person.answer("Make these changes?", "y");
  await person.answer("Also let Claude Code run", "n");
  await person.answer("slash commands", "n");
  expect((await person.end()).status).toBe(0);
  expect({ rules: allowed().length, commands: commands() }).toEqual({ rules: 1, commands: [] });
});

test("--yes alone takes neither; the flags do, the plan shows it, and nothing is left to do", () => {
  const { program, allowed, commands } = newHome();
  program.ok(["init", "--yes"]);
  expect({ rules: allowed().length, commands: commands() }).toEqual({ rules: 1, commands: [] });
  const out = program.ok(everything);
  for (const rule of rules) expect(out).toContain(`+ may run ${rule}\n`);
  expect(out).toContain(`create  ~/.claude/commands/lessons (${names.length} slash commands)\n`);
  expect(program.json(everything)).toMatchObject({ applied: false, alreadyInstalled: true });
  expect(program.json(["init", "--yes"])).toMatchObject({ alreadyInstalled: true });
});

test("law: whatever the settings say, all of it goes in without touching a byte, and out again", () => {
  const { program, read, write, commands } = newHome();
  fc.assert(
    fc.property(anySettingsText(), fc.boolean(), (text, isLater) => {
      write(".claude/settings.json", text);
      if (isLater) program.ok(["init", "--yes"]);
      program.ok(everything);
      expect(isSubsequence(text, read(".claude/settings.json"))).toBe(true);
      program.ok(["uninstall", "--yes"]);
      expect(read(".claude/settings.json")).toBe(text);
      expect(commands()).toEqual([]);
    }),
    law({ quick: 4, deep: 12 }),
  );
});

test("a rule of the user's own stays, and one that they took out is not added again", () => {
  const settings = '{ "permissions": { "allow": ["Bash(lessons list:*)"] } }\n';
  const { program, allowed, read, write } = newHome({ settings });
  program.ok(everything);
  expect(allowed().filter((rule) => rule === "Bash(lessons list:*)")).toHaveLength(1);
  const less = read(".claude/settings.json").replace(/,\s*"Bash\(lessons stats:\*\)"/, "");
  write(".claude/settings.json", less);
  expect(program.json(["init", "--yes"])).toMatchObject({ alreadyInstalled: true });
  program.ok(["uninstall", "--yes"]);
  expect(allowed()).toEqual(["Bash(lessons list:*)"]);
});

test("what is granted is no danger, and the command that decides is not among it", () => {
  const { program, allowed, write } = newHome();
  program.ok(everything);
  const grants = () =>
    oneLine(program.run(["doctor", "--security"]).out).includes(
      "lets the agent run lessons commands without asking",
    );
  expect(grants()).toBe(false);
  expect(allowed().filter((rule) => rule.includes("confirm"))).toEqual([]);
  write(".claude/settings.json", '{ "permissions": { "allow": ["Bash(lessons confirm:*)"] } }');
  expect(grants()).toBe(true);
});

test("an agent cannot grant itself anything", () => {
  const { program, read } = newHome();
  const { status, err } = program.run(everything, { startedBy: ["claude"] });
  expect({ status, err: oneLine(err) }).toEqual({
    status: 2,
    err: expect.stringContaining("an agent cannot grant permissions"),
  });
  expect(read(".claude/settings.json")).toBe("{}\n");
});

test("a slash command that is not ours stays; ours follow the version, until the user changes one", () => {
  const { program, read, write, commands } = newHome();
  const [list, show, scan] = ["list", "show", "scan"].map(
    (name) => `.claude/commands/lessons/${name}.md`,
  ) as [string, string, string];
  write(list, "mine");
  expect(program.ok(everything)).toContain(`~/${list} is not from lessons; left unchanged\n`);
  const ours = read(show);
  // As an older version would have written it.
  const record = ".lessons/hook/installed.json";
  const [now, older] = [ours, "older"].map((text) => sha256(text)) as [string, string];
  write(record, read(record).replace(now, older));
  write(show, "older");
  write(scan, "changed");
  expect(program.ok(["init", "--yes"])).toContain(
    "update  ~/.claude/commands/lessons (1 slash command)\n",
  );
  expect([read(list), read(show), read(scan)]).toEqual(["mine", ours, "changed"]);
  program.ok(["uninstall", "--yes"]);
  expect(commands()).toEqual([list, scan].map((path) => basename(path)).toSorted());
});

test("the plugin brings the slash commands: none is copied beside it, and copies go", () => {
  const { program, commands } = newHome({ claude: "exit 0" });
  program.ok(everything);
  expect(program.ok(["init", "--yes", "--plugin", "--commands"])).toContain(
    `remove  ~/.claude/commands/lessons (${names.length} slash commands)\n`,
  );
  expect(commands()).toEqual([]);
});
