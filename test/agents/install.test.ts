import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf, textIn, timesIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import {
  checkout,
  keep,
  lessons,
  lessonsPlugin,
  onCommand,
  pitfall,
  runWithLessons,
} from "./kit/lessons.ts";
import { okClaudeCommand } from "./kit/run-claude-command.ts";
import type { ClaudeRun } from "./kit/run-claude.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls } from "./kit/script.ts";
import { pathWithout } from "./kit/path-without.ts";

const protocol = "### Reporting lessons (protocol";
const heading = "pitfall: status is not enough";

function sandboxWithLesson(): Sandbox {
  const sandbox = freshSandbox();
  keep(sandbox, pitfall("status is not enough", onCommand("^git status\\b")));
  return sandbox;
}

interface Installed {
  readonly plugins?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A session with nothing but what is installed, unless it is said here. */
function go(sandbox: Sandbox, { plugins = [], environment = {} }: Installed): Promise<ClaudeRun> {
  return runWithLessons(sandbox, {
    prompt: "go",
    plugins,
    environment,
    script: { main: [calls(bash("git status")), "done"] },
  });
}

/** How often the protocol and the lesson were told in such a session. */
async function toldIn(
  sandbox: Sandbox,
  installed: Installed = {},
): Promise<readonly [protocol: number, lesson: number]> {
  const last = requestsOf(await go(sandbox, installed), "main")[1];
  return [timesIn(last, protocol), timesIn(last, heading)];
}

/** The names under which a session is offered the skill about what is on record. */
async function knowledgeSkillsIn(sandbox: Sandbox): Promise<readonly string[] | undefined> {
  const { events } = await go(sandbox, {});
  const init = events.find(({ subtype }) => subtype === "init");
  return init?.skills?.filter((name) => name.endsWith("apply-knowledge"));
}

test("the plugin and its marketplace pass the strict validation of the program", async () => {
  const sandbox = freshSandbox();
  for (const folder of [lessonsPlugin, checkout]) {
    const args = ["plugin", "validate", "--strict", folder];
    expect(await okClaudeCommand(sandbox, args)).toContain("Validation passed");
  }
});

test("the plugin is installed from the checkout, switched off and on, and taken out", async () => {
  const sandbox = sandboxWithLesson();
  const plugin = (...args: readonly string[]) => okClaudeCommand(sandbox, ["plugin", ...args]);
  await plugin("marketplace", "add", checkout);
  await plugin("install", "lessons@lessons");
  expect(await toldIn(sandbox)).toEqual([1, 1]);
  await plugin("disable", "lessons@lessons");
  expect(await toldIn(sandbox)).toEqual([0, 0]);
  await plugin("enable", "lessons@lessons");
  expect(await toldIn(sandbox)).toEqual([1, 1]);
  await plugin("uninstall", "lessons@lessons");
  await plugin("marketplace", "remove", "lessons");
  expect(await toldIn(sandbox)).toEqual([0, 0]);
  expect(existsSync(join(sandbox.home, ".lessons/lessons.db"))).toBe(true);
});

const settingsText = '{\n\t"cleanupPeriodDays": 20,   "hooks": {"Stop": []}\n}';

function writeSettings({ home }: Sandbox, text: string): string {
  const file = join(home, ".claude/settings.json");
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test("init delivers without the plugin and without Node on the PATH, twice is as good as once, and uninstall brings the settings back", async () => {
  const sandbox = sandboxWithLesson();
  const settings = writeSettings(sandbox, settingsText);
  lessons(sandbox, ["init", "--yes"]);
  expect(await toldIn(sandbox, { environment: { PATH: pathWithout(sandbox, "node") } })).toEqual([
    1, 1,
  ]);
  lessons(sandbox, ["init", "--yes"]);
  expect(await toldIn(sandbox)).toEqual([1, 1]);
  lessons(sandbox, ["uninstall", "--yes"]);
  expect(readFileSync(settings, "utf8")).toBe(settingsText);
  expect(await toldIn(sandbox)).toEqual([0, 0]);
});

test("entries of init and the plugin together tell everything once", async () => {
  const sandbox = sandboxWithLesson();
  writeSettings(sandbox, settingsText);
  lessons(sandbox, ["init", "--yes"]);
  expect(await toldIn(sandbox, { plugins: [lessonsPlugin] })).toEqual([1, 1]);
});

test("the skill about what is on record comes with init or with the plugin, once, and goes with either", async () => {
  const sandbox = sandboxWithLesson();
  const withProgram = {
    ...sandbox,
    environment: { ...sandbox.environment, PATH: pathToClaude(sandbox) },
  };
  lessons(withProgram, ["init", "--yes", "--agent", "claude-code"]);
  expect(await knowledgeSkillsIn(sandbox)).toEqual(["apply-knowledge"]);
  lessons(withProgram, ["init", "--yes", "--plugin"]);
  expect(await knowledgeSkillsIn(sandbox)).toEqual(["lessons:apply-knowledge"]);
  lessons(withProgram, ["uninstall", "--yes"]);
  expect(await knowledgeSkillsIn(sandbox)).toEqual([]);
});

test("init --plugin has the program install the plugin, and uninstall takes it out", async () => {
  const sandbox = sandboxWithLesson();
  const settings = writeSettings(sandbox, settingsText);
  const withProgram = {
    ...sandbox,
    environment: { ...sandbox.environment, PATH: pathToClaude(sandbox) },
  };
  lessons(withProgram, ["init", "--yes", "--plugin"]);
  const listed = await runWithLessons(sandbox, {
    prompt: "/lessons:status",
    plugins: [],
    script: { main: ["shown"] },
  });
  expect(textIn(listed.requests[0])).toMatch(/\b1 active\b/);
  expect(await toldIn(sandbox)).toEqual([1, 1]);
  lessons(withProgram, ["uninstall", "--yes"]);
  expect(await toldIn(sandbox)).toEqual([0, 0]);
  expect(JSON.parse(readFileSync(settings, "utf8"))).toMatchObject({ cleanupPeriodDays: 20 });
});

/** Where `claude` is found as it would be on a person's machine. */
function pathToClaude({ environment }: Sandbox): string {
  return `${join(import.meta.dirname, "node_modules/.bin")}:${environment["PATH"] ?? ""}`;
}
