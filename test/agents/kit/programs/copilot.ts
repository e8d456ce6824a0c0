import { globSync } from "node:fs";
import { agentCalls } from "../model/agent-script.ts";
import { chatApi, chatModel, type ChatAsked } from "../model/chat-api.ts";
import { installed, runAgent, type AgentProgram } from "./agent-program.ts";

export const copilot: AgentProgram = {
  agent: "copilot",
  run: (sandbox, invocation) => {
    const { prompt, resume, approvals, args = [] } = invocation;
    return runAgent(sandbox, chatApi(isSubagent), invocation, {
      start: (modelUrl) => ({
        command: copilotBinary(),
        args: [
          ...(approvals === undefined ? ["--allow-all-tools", "--allow-all-paths"] : []),
          "--disable-client-telemetry",
          "--output-format=json",
          ...(resume === undefined ? [] : ["--resume", resume]),
          ...args,
          "--prompt",
          prompt,
        ],
        environment: {
          COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
          COPILOT_PROVIDER_API_KEY: "no-key",
          COPILOT_MODEL: chatModel,
          COPILOT_OFFLINE: "true",
          COPILOT_AUTO_UPDATE: "false",
          NO_COLOR: "1",
        },
      }),
      sessionIn: (events) => events.findLast(({ type }) => type === "result")?.["sessionId"],
    });
  },
  shell: (command) => ({ name: "bash", input: { command, description: "scripted" } }),
  write: (path, content) => ({ name: "create", input: { path, file_text: content } }),
  edit: (path, before, after) => ({
    name: "edit",
    input: { path, old_str: before, new_str: after },
  }),
  subagent: (prompt) => {
    const input = {
      description: "scripted",
      prompt,
      agent_type: "general-purpose",
      name: "scripted",
      mode: "sync",
    };
    return [agentCalls({ name: "task", input })];
  },
};

function isSubagent({ headers }: ChatAsked): boolean {
  return headers["x-interaction-type"] === "conversation-subagent";
}

/** The program itself, not the launcher in JavaScript that looks for it. */
function copilotBinary(): string {
  const [binary] = globSync(installed("@github/copilot-*/copilot"));
  if (binary === undefined) throw new Error("Copilot CLI is not installed for this platform");
  return binary;
}
