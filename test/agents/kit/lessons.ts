import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { LessonDraft } from "../../../src/lesson/record/lesson.ts";
import type { Triggers } from "../../../src/lesson/record/triggers.ts";
import { createToken } from "../../../src/platform/person/script-tokens.ts";
import { tokenVariable } from "../../../src/platform/person/who.ts";
import { runClaude, type ClaudeRun, type Invocation } from "./run-claude.ts";
import type { Sandbox } from "./sandbox.ts";
import { hookRuns } from "./stream-event.ts";

export const checkout = join(import.meta.dirname, "../../..");

/** What Claude Code installs of ours. */
export const lessonsPlugin = join(checkout, "plugin");

const lessonsProgram = join(checkout, "dist/lessons.js");

/** Claude Code with our plugin. A hook of it that does not end well fails the test, whatever the test is about. */
export async function runWithLessons(sandbox: Sandbox, invocation: Invocation): Promise<ClaudeRun> {
  const usual = { plugins: [lessonsPlugin], allowedTools: ["Bash"] };
  const run = await runClaude(sandbox, { ...usual, ...invocation });
  const bad = hookRuns(run).filter(({ outcome, err }) => outcome !== "success" || err !== "");
  if (bad.length > 0) throw new Error(`hooks went wrong: ${JSON.stringify(bad)}`);
  return run;
}

/** The built program, as the owner of the sandbox runs it in the project. Returns what it prints. */
export function lessons(sandbox: Sandbox, args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [lessonsProgram, ...args], {
    cwd: sandbox.project,
    env: { ...sandbox.environment, [tokenVariable]: tokenIn(sandbox) },
    input,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`lessons ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The sandbox's owner made it for these tests; the agent in it never sees it. A home has one, whoever runs in it. */
function tokenIn({ home }: Sandbox): string {
  const known = tokens.get(home) ?? createToken(join(home, ".lessons"), "tests", noon);
  tokens.set(home, known);
  return known;
}

const tokens = new Map<string, string>();
const noon = "2026-01-01T12:00:00.000Z";

/** Adds lessons as a person does: they are active at once. */
export function keep(sandbox: Sandbox, ...drafts: readonly LessonDraft[]): void {
  lessons(sandbox, ["add", "--json"], JSON.stringify(drafts));
}

export function pitfall(
  summary: string,
  triggers: Partial<Triggers>,
  more: Partial<Omit<LessonDraft, "kind" | "body">> = {},
): LessonDraft {
  const body = { mistake: `too hasty: ${summary}`, remediation: `take care: ${summary}` };
  return { kind: "pitfall", summary, body, triggers, ...more };
}

/** A trigger for a shell command. */
export function onCommand(pattern: string): Partial<Triggers> {
  return { toolNames: ["Bash"], commandPatterns: [pattern] };
}

/** The lessons of the sandbox in this state, by their summaries. */
export function summaries(sandbox: Sandbox, status: "active" | "candidate"): readonly string[] {
  const { stdout } = spawnSync(
    process.execPath,
    [lessonsProgram, "list", "--status", status, "--json"],
    { cwd: sandbox.project, env: sandbox.environment, encoding: "utf8" },
  );
  const { lessons: found } = JSON.parse(stdout) as { lessons: readonly { summary: string }[] };
  return found.map(({ summary }) => summary);
}
