import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviceIn, HookGround, silent, stash } from "../kit/hook-ground.ts";

/** How each agent announces a shell call, and what of its answer the model or the program reads. */
const dialects = {
  codex: {
    bucket: "bash",
    call: (command: string) => ({
      session_id: "s1",
      hook_event_name: "PreToolUse",
      permission_mode: "bypassPermissions",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "call_1",
    }),
    over: undefined,
    advice: (out: string) => adviceIn(out),
    reason: (out: string) => JSON.parse(out).hookSpecificOutput.permissionDecisionReason,
    fixed: (out: string) => JSON.parse(out).hookSpecificOutput.updatedInput.command,
  },
  copilot: {
    bucket: "any",
    call: (command: string) => ({
      sessionId: "s1",
      timestamp: 1,
      toolName: "bash",
      toolArgs: { command },
    }),
    over: undefined,
    advice: (out: string) => JSON.parse(out).additionalContext,
    reason: (out: string) => JSON.parse(out).permissionDecisionReason,
    fixed: (out: string) => JSON.parse(out).modifiedArgs.command,
  },
  gemini: {
    bucket: "bash",
    call: (command: string) => ({
      session_id: "s1",
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command },
    }),
    over: { hook_event_name: "AfterTool", tool_response: { llmContent: "Output: fine" } },
    advice: (out: string) => JSON.parse(out).hookSpecificOutput.additionalContext,
    reason: (out: string) => JSON.parse(out).reason,
    fixed: (out: string) => JSON.parse(out).hookSpecificOutput.tool_input.command,
  },
} as const;
type Agent = keyof typeof dialects;
const agents = Object.keys(dialects) as Agent[];

function say(ground: HookGround, agent: Agent, command: string, more: object = {}) {
  const { call, bucket } = dialects[agent];
  const payload = { cwd: ground.userHome, ...call(command), ...more };
  return ground.raw(JSON.stringify(payload), { args: [`@${agent}`, "PreToolUse", bucket] });
}

test.each(agents)("%s gets the lesson once, at the moment at which it takes it", (agent) => {
  const { over, advice } = dialects[agent];
  const ground = new HookGround([stash]);
  if (over !== undefined) expect(say(ground, agent, "git stash")).toEqual(silent);
  expect(advice(say(ground, agent, "git stash", over).out)).toContain(stash.text);
  expect(say(ground, agent, "git stash", over)).toEqual(silent);
  expect(say(ground, agent, "git status", over)).toEqual(silent);
  const [noted] = ground.records("spool/deliveries.jsonl");
  expect(noted).toMatchObject({ agent, session: "s1" });
});

test.each(agents)("%s is refused a held call once", (agent) => {
  const { over, reason } = dialects[agent];
  const ground = new HookGround([{ ...stash, delivery: "hold" }]);
  expect(reason(say(ground, agent, "git stash").out)).toContain(stash.text);
  expect(say(ground, agent, "git stash")).toEqual(silent);
  // It has read the reason, so nothing is said about the call that goes through.
  expect(say(ground, agent, "git stash", over)).toEqual(silent);
});

const fix = { from: "ecko", to: "echo", said: "corrected" };

test.each(agents)("%s gets a corrected line, and everything else of the call stays", (agent) => {
  const ground = new HookGround([
    { toolNames: ["Bash"], commandPatterns: ["^ecko\\b"], delivery: "fix", fix },
  ]);
  const { out } = say(ground, agent, "cd x && ecko fine");
  expect(dialects[agent].fixed(out)).toBe("cd x && echo fine");
});

test("where the person is asked about calls, Codex is refused the wrong one instead of allowed the right one", () => {
  const ground = new HookGround([
    { ...stash, commandPatterns: ["^ecko\\b"], delivery: "fix", fix },
  ]);
  const { out } = say(ground, "codex", "ecko fine", { permission_mode: "default" });
  expect(JSON.parse(out).hookSpecificOutput.permissionDecision).toBe("deny");
});

test.each(agents)("no agent that cannot ask the person confirms a review: %s", (agent) => {
  const ground = new HookGround([stash]);
  const { out } = say(ground, agent, `lessons confirm ${"0123456789abcdef".repeat(2)}`);
  expect(dialects[agent].reason(out)).toContain("Only a person confirms a review");
});

test("a session of Claude Code around another agent narrows nothing for that agent", () => {
  const ground = new HookGround([stash]);
  const session = "5e55101a-0000-4000-8000-000000000001";
  ground.bash("git stash");
  ground.bash("git stash");
  const payload = JSON.stringify({ cwd: ground.userHome, ...dialects.codex.call("git stash") });
  const args = ["@codex", "PreToolUse", "bash"];
  expect(adviceIn(ground.raw(payload, { args, session }).out)).toContain(stash.text);
});

test("Copilot runs hooks of a project's settings, too: where it has its own, only those answer", () => {
  const ground = new HookGround([stash]);
  const environment = { COPILOT_CLI: "1" };
  const asClaudeCode = () => ground.bash("git stash", { environment });
  mkdirSync(join(ground.userHome, ".copilot/hooks"), { recursive: true });
  writeFileSync(join(ground.userHome, ".copilot/hooks/lessons.json"), "{}");
  expect(asClaudeCode()).toEqual(silent);
  expect(say(ground, "copilot", "git stash").out).not.toBe("");
});
