import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { checkout, lessons, runWithLessons, summaries } from "./kit/lessons.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { calls, type ToolCall } from "./kit/script.ts";

/** The complete example node of ADR-002, as it stands there, in a graph. */
const graph = join(checkout, "test/fixtures/triads/version-bump_graph.json");

function write({ project }: Sandbox, name: string): ToolCall {
  return { name: "Write", input: { file_path: join(project, name), content: "{}\n" } };
}

/** A person takes the graph in, and approves what is in it. */
function imported(): Sandbox {
  const sandbox = freshSandbox();
  lessons(sandbox, ["import", "-", "--scope", "project"], readFileSync(graph, "utf8"));
  expect(summaries(sandbox, "active")).toEqual([]);
  lessons(sandbox, ["review", "--plain"]);
  lessons(sandbox, ["review", "approve all", "--yes"]);
  expect(summaries(sandbox, "active")).toEqual(["Version Bump File Checklist"]);
  return sandbox;
}

async function textAfter(sandbox: Sandbox, name: string): Promise<string> {
  const run = await runWithLessons(sandbox, {
    prompt: "Bump it, please.",
    allowedTools: ["Write"],
    script: { main: [calls(write(sandbox, name)), "done"] },
  });
  return newTextIn(requestsOf(run, "main")[1]);
}

test("the document's own version-bump node, imported verbatim and approved, fires at Write of plugin.json", async () => {
  const text = await textAfter(imported(), ".claude-plugin/plugin.json");
  expect(text).toContain("### CRITICAL checklist: Version Bump File Checklist");
  expect(text).toContain("- [ ] marketplace.json (current_version field)");
});

test("and it is silent at README.md", async () => {
  expect(await textAfter(imported(), "README.md")).not.toContain("Version Bump");
});
