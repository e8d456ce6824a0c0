import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { hooksOfOthers } from "./hooks-of-others.ts";

/** A user with a project, on a machine that somebody administers. */
function ground() {
  const root = freshFolder();
  const write = (file: string, value: unknown) => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  };
  const places = {
    settings: join(root, "user/settings.json"),
    plugins: join(root, "user/plugins"),
    folders: [join(root, "project")],
    managedFolder: join(root, "managed"),
  };
  const found = () => hooksOfOthers(places, (word) => word.startsWith("/ours/"), "lessons@lessons");
  return { root, write, found };
}

const atShell = (command: string) => ({
  PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }],
});

test("the user, the project, the project on this machine and the administrator each may have hooks", () => {
  const { write, found } = ground();
  expect(found()).toEqual([]);
  write("user/settings.json", { hooks: atShell("one") });
  write("project/.claude/settings.json", { hooks: atShell("two") });
  write("project/.claude/settings.local.json", { hooks: atShell("/ours/hook") });
  write("managed/managed-settings.json", { hooks: atShell("three") });
  write("managed/managed-settings.d/10-more.json", { hooks: atShell("four") });
  write("managed/managed-settings.d/notes.txt", { hooks: atShell("five") });
  expect(found()).toEqual(["one", "two", "three", "four"]);
});

/** As the program keeps the plugins that it installed. */
function installed(root: string, ...names: readonly string[]) {
  return {
    version: 2,
    plugins: Object.fromEntries(
      names.map((name) => [name, [{ scope: "user", installPath: join(root, "cache", name) }]]),
    ),
  };
}

test("plugins that are switched on have hooks in a file of their own and in their manifest", () => {
  const { root, write, found } = ground();
  write("user/plugins/installed_plugins.json", installed(root, "a@m", "b@m", "lessons@lessons"));
  const enabledPlugins = { "a@m": true, "b@m": true, "lessons@lessons": true, "gone@m": true };
  write("user/settings.json", { enabledPlugins });
  write("cache/a@m/hooks/hooks.json", { hooks: atShell("${CLAUDE_PLUGIN_ROOT}/run.sh") });
  write("cache/b@m/.claude-plugin/plugin.json", {
    name: "b",
    hooks: ["./more.json", atShell("inline"), "../../outside.json"],
  });
  write("cache/b@m/more.json", { hooks: atShell("named") });
  write("outside.json", { hooks: atShell("outside") });
  write("cache/lessons@lessons/hooks/hooks.json", { hooks: atShell("ours") });
  expect(found()).toEqual([
    "run.sh of the plugin a@m",
    "named of the plugin b@m",
    "inline of the plugin b@m",
  ]);
});

test("a project may switch a plugin on or off for itself", () => {
  const { root, write, found } = ground();
  write("user/plugins/installed_plugins.json", installed(root, "a@m"));
  write("cache/a@m/hooks/hooks.json", { hooks: atShell("run") });
  expect(found()).toEqual([]);
  write("project/.claude/settings.json", { enabledPlugins: { "a@m": true } });
  expect(found()).toEqual(["run of the plugin a@m"]);
  write("project/.claude/settings.local.json", { enabledPlugins: { "a@m": false } });
  expect(found()).toEqual([]);
});

test("a link to settings is followed, and what the program would not read counts for nothing", () => {
  const { root, write, found } = ground();
  write("elsewhere.json", { hooks: atShell("linked") });
  mkdirSync(join(root, "user"));
  symlinkSync(join(root, "elsewhere.json"), join(root, "user/settings.json"));
  write("project/.claude/settings.json", "{ // mine\n}");
  write("project/.claude/settings.local.json", { hooks: { PreToolUse: "?" } });
  write("user/plugins/installed_plugins.json", "[]");
  write("managed/managed-settings.json", "");
  expect(found()).toEqual(["linked"]);
});
