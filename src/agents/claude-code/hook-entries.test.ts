import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { hookTable, pluginHooksText, toolMatchers } from "./hook-entries.ts";
import { bucketOf, toolBuckets } from "../../match/tool-bucket.ts";
import { installedLaunch } from "../../deliver/init/hook-folder.ts";

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
      PostToolUseFailure: toolBuckets.map((bucket) => ({
        matcher: toolMatchers[bucket],
        ...entry("PostToolUseFailure", bucket),
      })),
      PostToolUse: [{ matcher: "Bash|PowerShell", ...entry("PostToolUse", "bash") }],
      PostToolBatch: [entry("PostToolBatch")],
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
  for (const event of ["PostToolUseFailure", "PostToolUse", "PostToolBatch"])
    expect(table[event]?.[0]?.hooks[0]?.args?.[0]).toBe("/hook/lessons-result.cjs");
});

test.each([
  ["Bash", "bash"],
  ["PowerShell", "bash"],
  ["MultiEdit", "edit"],
  ["Read", "read"],
  ["Grep", "search"],
  ["mcp__github__create_issue", "mcp"],
  ["Agent", "other"],
  ["BashOutput", "other"],
  ["bash", "other"],
])("%s is in the bucket %s", (tool, bucket) => {
  expect(bucketOf(tool)).toBe(bucket);
});

test("law: every tool is in exactly one bucket, the one whose matcher takes it", () => {
  const anyTool = fc.oneof(
    fc.constantFrom("Bash", "Edit", "Write", "Read", "Glob", "Grep", "NotebookEdit", "MultiEdit"),
    fc.stringMatching(/^(?:mcp__|Bash|Read|Edit)?[A-Za-z_-]{1,12}$/),
  );
  fc.assert(
    fc.property(anyTool, (tool) => {
      const taking = toolBuckets.filter((bucket) => takes(toolMatchers[bucket], tool));
      expect(taking).toEqual([bucketOf(tool)]);
    }),
    law({ quick: 1000 }),
  );
});

/** As the program reads a matcher: a list of names, or else an expression. */
function takes(matcher: string, tool: string): boolean {
  if (/^[\w|]+$/.test(matcher)) return matcher.split("|").includes(tool);
  return new RegExp(matcher).test(tool);
}
