import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketOf, toolBuckets } from "../../match/tool-bucket.ts";
import { toolMatchers } from "./tool-matchers.ts";
import { law } from "../../../test/kit/law.ts";

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
