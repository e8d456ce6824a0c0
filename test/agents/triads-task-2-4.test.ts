import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newTextIn, requestsOf, toolResultsIn } from "./kit/conversation.ts";
import { freshSandbox } from "./kit/fresh-sandbox.ts";
import { keep, runWithLessons } from "./kit/lessons.ts";
import type { ClaudeRun } from "./kit/run-claude.ts";
import type { Sandbox } from "./kit/sandbox.ts";
import { bash, calls, type ToolCall } from "./kit/script.ts";

/** The end-to-end scenarios of Triads, Task 2.4, with its own examples of lessons. */
function sandboxOfTriads(): Sandbox {
  const sandbox = freshSandbox();
  keep(
    sandbox,
    {
      kind: "checklist",
      summary: "Version bump checklist",
      body: {
        title: "Version bump checklist",
        items: ["plugin.json: version", "marketplace.json: plugins[].version", "CHANGELOG.md"],
        format: "checkbox",
      },
      priority: 9,
      triggers: {
        toolNames: ["Write", "Edit"],
        pathPatterns: ["**/plugin.json", "**/marketplace.json"],
        actionKeywords: ["version", "bump"],
      },
    },
    {
      kind: "pattern",
      summary: "Deploy in two steps",
      body: {
        situation: "a service is deployed",
        action: "deploy to staging, look, then promote",
        rationale: "a rollback takes an hour",
      },
      triggers: { toolNames: ["Bash"], actionKeywords: ["deploy"] },
    },
  );
  return sandbox;
}

const work = (sandbox: Sandbox, prompt: string, ...toolCalls: readonly ToolCall[]) =>
  runWithLessons(sandbox, {
    prompt,
    allowedTools: ["Bash", "Write"],
    script: { main: [calls(...toolCalls), "done"] },
  });

const told = (run: ClaudeRun) =>
  requestsOf(run, "main")
    .slice(1)
    .flatMap((request) => newTextIn(request).match(/^### .*$/gm) ?? []);

function write({ project }: Sandbox, name: string): ToolCall {
  return { name: "Write", input: { file_path: join(project, name), content: "{}\n" } };
}

test("1. Write to plugin.json: version bump checklist injected", async () => {
  const sandbox = sandboxOfTriads();
  const run = await work(sandbox, "Bump the version.", write(sandbox, ".plugin/plugin.json"));
  expect(told(run)).toEqual(["### CRITICAL checklist: Version bump checklist"]);
  expect(newTextIn(requestsOf(run, "main")[1])).toContain(
    "- [ ] plugin.json: version\n- [ ] marketplace.json: plugins[].version\n- [ ] CHANGELOG.md",
  );
});

test("2. Write to README.md: no injection (not relevant)", async () => {
  const sandbox = sandboxOfTriads();
  const run = await work(sandbox, "Bump the version.", write(sandbox, "docs/README.md"));
  expect(toolResultsIn(requestsOf(run, "main")[1])[0]?.isError).toBe(false);
  expect(told(run)).toEqual([]);
});

test("3. Read file: early exit, no query", async () => {
  const sandbox = sandboxOfTriads();
  const started = watchNode(sandbox);
  const file = join(sandbox.project, "README.md");
  const run = await work(sandbox, "Bump the version.", {
    name: "Read",
    input: { file_path: file },
  });
  expect(toolResultsIn(requestsOf(run, "main")[1])[0]?.text).toContain("A project");
  expect(told(run)).toEqual([]);
  expect(started()).toContain("lessons-session.cjs");
  expect(started()).not.toContain("lessons-hook.cjs");
});

/** Puts a Node where the launcher looks first, which writes down what it is started with. */
function watchNode({ root, home }: Sandbox): () => string {
  const [folder, log] = [join(home, ".lessons/hook"), join(root, "started")];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "node"), `#!/bin/sh\necho "$@" >> ${log}\nexec node "$@"\n`);
  chmodSync(join(folder, "node"), 0o755);
  return () => readFileSync(log, "utf8");
}

test('4. Bash with "deploy" keyword: deployment patterns injected', async () => {
  const sandbox = sandboxOfTriads();
  const run = await work(sandbox, "Deploy the service, please.", bash("echo ./ship.sh staging"));
  expect(told(run)).toEqual(["### HIGH pattern: Deploy in two steps"]);
  const other = await work(sandbox, "Look around, please.", bash("echo ./ship.sh staging"));
  expect(told(other)).toEqual([]);
});
