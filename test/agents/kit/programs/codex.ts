import { globSync } from "node:fs";
import { agentCalls, type AgentCall } from "../model/agent-script.ts";
import { responsesApi } from "../model/responses-api.ts";
import type { Sandbox } from "../sandbox.ts";
import {
  installed,
  runAgent,
  type AgentInvocation,
  type AgentProgram,
  type AgentRun,
} from "./agent-program.ts";

export interface CodexInvocation extends AgentInvocation {
  /** Only hooks that a person has approved run, and the others are skipped without a word; otherwise all run. */
  readonly hookTrust?: "own-rules";
}

/** Codex with a model that calls its tools one by one. Such a model has no subagents. */
export const codex: AgentProgram = {
  agent: "codex",
  run: (sandbox, invocation) => runCodex(sandbox, "gpt-5.5", invocation),
  shell: (command) => ({ name: "exec_command", input: { cmd: command } }),
  write: (path, content) => ({ name: "apply_patch", input: addPatch(path, content) }),
  edit: (path, before, after) => ({ name: "apply_patch", input: updatePatch(path, before, after) }),
};

/** Codex with a model that writes JavaScript in which the tools are functions. */
export const codexInCodeMode: AgentProgram = {
  agent: "codex",
  run: (sandbox, invocation) => runCodex(sandbox, "gpt-5.6-sol", invocation),
  shell: (command) => inCode(`tools.exec_command(${JSON.stringify({ cmd: command })})`),
  write: (path, content) => inCode(`tools.apply_patch(${JSON.stringify(addPatch(path, content))})`),
  edit: (path, before, after) =>
    inCode(`tools.apply_patch(${JSON.stringify(updatePatch(path, before, after))})`),
  subagent: (prompt) => [
    agentCalls(collaboration("spawn_agent", { task_name: "scripted", message: prompt })),
    agentCalls(collaboration("wait_agent", { timeout_ms: 30_000 })),
  ],
};

/** With what only Codex can be told. */
export function runCodex(
  sandbox: Sandbox,
  model: "gpt-5.5" | "gpt-5.6-sol",
  invocation: CodexInvocation,
): Promise<AgentRun> {
  const { prompt, resume, approvals, hookTrust, args = [] } = invocation;
  return runAgent(sandbox, responsesApi, invocation, {
    start: (modelUrl) => ({
      command: codexBinary(),
      args: [
        "exec",
        ...(resume === undefined ? [] : ["resume"]),
        "--json",
        "--skip-git-repo-check",
        ...(approvals === undefined ? ["--dangerously-bypass-approvals-and-sandbox"] : []),
        ...(hookTrust === undefined ? ["--dangerously-bypass-hook-trust"] : []),
        "--model",
        model,
        ...settings(modelUrl).flatMap((setting) => ["--config", setting]),
        ...args,
        ...(resume === undefined ? [] : [resume]),
        prompt,
      ],
      environment: { SCRIPTED_MODEL_KEY: "no-key", ...nothingOutside },
    }),
    sessionIn: (events) => events.find(({ type }) => type === "thread.started")?.["thread_id"],
  });
}

/**
 * It looks for plugins on the internet, and does not end before the name service has given up after five seconds. What goes
 * through a proxy that nobody runs is refused at once.
 */
const nothingOutside = {
  HTTP_PROXY: "http://127.0.0.1:1",
  HTTPS_PROXY: "http://127.0.0.1:1",
  NO_PROXY: "127.0.0.1",
};

/** The program itself, not the launcher in JavaScript that looks for it. */
function codexBinary(): string {
  const [binary] = globSync(installed("@openai/codex-*/vendor/*/bin/codex"));
  if (binary === undefined) throw new Error("Codex is not installed for this platform");
  return binary;
}

function settings(modelUrl: string): readonly string[] {
  return [
    'model_provider="scripted"',
    'model_providers.scripted.name="scripted"',
    `model_providers.scripted.base_url="${modelUrl}/v1"`,
    'model_providers.scripted.env_key="SCRIPTED_MODEL_KEY"',
    'model_providers.scripted.wire_api="responses"',
    "model_providers.scripted.supports_websockets=false",
    "features.enable_request_compression=false",
    "analytics.enabled=false",
    "check_for_update_on_startup=false",
  ];
}

function collaboration(name: string, input: Readonly<Record<string, unknown>>): AgentCall {
  return { namespace: "collaboration", name, input };
}

function inCode(call: string): AgentCall {
  return { name: "exec", input: `text(JSON.stringify(await ${call}));` };
}

function addPatch(path: string, content: string): string {
  return patch(`*** Add File: ${path}`, ...linesOf(content).map((line) => `+${line}`));
}

function updatePatch(path: string, before: string, after: string): string {
  const removed = linesOf(before).map((line) => `-${line}`);
  const added = linesOf(after).map((line) => `+${line}`);
  return patch(`*** Update File: ${path}`, "@@", ...removed, ...added);
}

function patch(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}
