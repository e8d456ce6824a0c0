import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { writeMarketplace } from "./kit/marketplace.ts";
import { writePlugin } from "./kit/plugin.ts";
import { okClaudeCommand, runClaudeCommand } from "./kit/run-claude-command.ts";
import { runClaude } from "./kit/run-claude.ts";

const list = {
  name: "lessons",
  files: {
    "list.sh": 'echo "listed: $*"',
    "commands/list.md": [
      "---",
      "description: Lists",
      "allowed-tools: Bash(sh:*)",
      "---",
      "",
      '!`sh "${CLAUDE_PLUGIN_ROOT}/list.sh" $ARGUMENTS`',
    ].join("\n"),
  },
};

test("the output of a command's program stands in the request", async () => {
  const sandbox = freshSandbox();
  const plugin = writePlugin(join(sandbox.root, "plugin"), list);
  const run = await runClaude(sandbox, {
    prompt: "/lessons:list all of them",
    plugins: [plugin],
  });
  expect(textIn(run.requests[0])).toContain("listed: all of them");
});

test("a plugin is installed from a folder, switched off and taken out again", async () => {
  const sandbox = freshSandbox();
  const market = writeMarketplace(join(sandbox.root, "market"), "here", list);
  const plugin = (...args: readonly string[]) => okClaudeCommand(sandbox, ["plugin", ...args]);
  const listed = async (): Promise<string> =>
    (await runClaude(sandbox, { prompt: "/lessons:list it" })).requests
      .map((request) => textIn(request))
      .join("\n");

  await plugin("validate", "--strict", join(market, "plugin"));
  await plugin("validate", "--strict", market);
  await plugin("marketplace", "add", market);
  await plugin("install", "lessons@here");
  expect(await listed()).toContain("listed: it");
  await plugin("disable", "lessons@here");
  expect(await listed()).not.toContain("listed: it");
  await plugin("enable", "lessons@here");
  expect(await listed()).toContain("listed: it");
  await plugin("uninstall", "lessons@here");
  await plugin("marketplace", "remove", "here");

  const settings = readFileSync(join(sandbox.home, ".claude/settings.json"), "utf8");
  expect(JSON.parse(settings)).toEqual({ enabledPlugins: {}, extraKnownMarketplaces: {} });
});

test("strict validation refuses a manifest with a field that does not exist", async () => {
  const sandbox = freshSandbox();
  const manifest = { name: "odd", version: "1.0.0", description: "Odd", colour: "green" };
  const plugin = writePlugin(join(sandbox.root, "odd"), {
    name: "odd",
    files: { ".claude-plugin/plugin.json": JSON.stringify(manifest) },
  });
  const { status, out } = await runClaudeCommand(sandbox, [
    "plugin",
    "validate",
    "--strict",
    plugin,
  ]);
  expect(status).toBe(1);
  expect(out).toContain("colour");
});
