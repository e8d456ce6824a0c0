import { expect, test } from "vitest";
import { hookTable, pluginHooksText } from "./hook-entries.ts";
import { toolBuckets } from "../../match/tool-bucket.ts";
import { toolMatchers } from "./tool-matchers.ts";
import { installedLaunch } from "./install.ts";

const launcher = "${CLAUDE_PLUGIN_ROOT}/hooks/lessons-hook";

test("the plugin has one entry for each event, and for a tool call one for each kind of tool", () => {
  const entry = (...args: readonly string[]) => ({
    hooks: [{ type: "command", command: launcher, args, timeout: 5 }],
  });
  expect(JSON.parse(pluginHooksText())).toEqual({
    description: expect.any(String),
    hooks: {
      SessionStart: [entry("SessionStart")],
      SubagentStart: [entry("SubagentStart")],
      PreToolUse: toolBuckets.map((bucket) => ({
        matcher: toolMatchers[bucket],
        ...entry("PreToolUse", bucket),
      })),
      Stop: [entry("Stop")],
      SessionEnd: [entry("SessionEnd")],
    },
  });
});

test("where there is a shell, the installed launcher is called with what the plugin's is called with", () => {
  const node = "/usr/bin/node";
  const table = hookTable(installedLaunch("/home/a b/hook", { platform: "linux", node }));
  const text = JSON.stringify(table).replaceAll("/home/a b/hook/lessons-hook", launcher);
  expect(JSON.parse(text)).toEqual(JSON.parse(pluginHooksText()).hooks);
});

test("on Windows Node is called with the bundle of the event", () => {
  const node = "C:\\node.exe";
  const table = hookTable(installedLaunch("/hook", { platform: "win32", node }));
  expect(table["Stop"]).toEqual([
    {
      hooks: [
        { type: "command", command: node, args: ["/hook/lessons-session.cjs", "Stop"], timeout: 5 },
      ],
    },
  ]);
  expect(table["PreToolUse"]?.[0]?.hooks[0]?.args).toEqual([
    "/hook/lessons-hook.cjs",
    "PreToolUse",
    "bash",
  ]);
});
