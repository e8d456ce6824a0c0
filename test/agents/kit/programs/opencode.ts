import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentCalls } from "../model/agent-script.ts";
import { chatApi, chatModel, type ChatAsked } from "../model/chat-api.ts";
import type { Sandbox } from "../sandbox.ts";
import { installed, runAgent, type AgentInvocation, type AgentProgram } from "./agent-program.ts";

export const opencode: AgentProgram = {
  agent: "opencode",
  run: (sandbox, invocation) => {
    const { prompt, resume, approvals, args = [] } = invocation;
    return runAgent(sandbox, chatApi(isSubagent), invocation, {
      start: (modelUrl) => ({
        command: opencodeBinary(),
        args: [
          "run",
          "--format=json",
          // With a title of its own it does not ask the model for one.
          "--title=scripted",
          ...(resume === undefined ? [] : ["--session", resume]),
          ...args,
          // It puts quotes around an argument with spaces, and spaces between arguments.
          ...prompt.split(" "),
        ],
        environment: prepareOpencode(sandbox, modelUrl, { approvals }),
      }),
      sessionIn: (events) => events.find(({ sessionID }) => sessionID !== undefined)?.["sessionID"],
    });
  },
  shell: (command) => ({ name: "bash", input: { command, description: "scripted" } }),
  write: (path, content) => ({ name: "write", input: { filePath: path, content } }),
  edit: (path, before, after) => ({
    name: "edit",
    input: { filePath: path, oldString: before, newString: after },
  }),
  subagent: (prompt) => {
    const input = { description: "scripted", prompt, subagent_type: "general" };
    return [agentCalls({ name: "task", input })];
  },
};

export function isSubagent({ headers }: ChatAsked): boolean {
  return headers["x-parent-session-id"] !== undefined;
}

/** Writes what it needs to start soon, and gives the environment that it finds. */
export function prepareOpencode(
  { root, home }: Sandbox,
  modelUrl: string,
  { approvals }: { readonly approvals: AgentInvocation["approvals"] | undefined },
): Readonly<Record<string, string>> {
  pretendInstalled(join(home, ".config/opencode"));
  const models = join(root, "no-models.json");
  writeFileSync(models, "{}");
  const permission = approvals === undefined ? { permission: everything } : {};
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...settings(modelUrl), ...permission }),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_SHARE: "1",
    // Its own list of all the models there are takes three seconds to read.
    OPENCODE_MODELS_PATH: models,
    // For folders that a test adds: without a network it tries again and again for more than a minute.
    npm_config_fetch_retries: "0",
    NO_COLOR: "1",
  };
}

/**
 * It installs what plugins may need into each of its folders before the first request, `.opencode` of a project among
 * them. It believes a lockfile that this has happened, and our plugin needs nothing.
 */
function pretendInstalled(folder: string): void {
  const dependencies = { "@opencode-ai/plugin": "*" };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  const lock = { lockfileVersion: 3, packages: { "": { dependencies } } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}

export function opencodeBinary(): string {
  const [binary] = globSync(installed("opencode-*/bin/opencode"));
  if (binary === undefined) throw new Error("OpenCode is not installed for this platform");
  return binary;
}

function settings(modelUrl: string): object {
  const model = {
    name: "Scripted",
    tool_call: true,
    limit: { context: 100_000, output: 8000 },
  };
  return {
    model: `scripted/${chatModel}`,
    small_model: `scripted/${chatModel}`,
    autoupdate: false,
    share: "disabled",
    // It would take one with git before and after every step.
    snapshot: false,
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        name: "Scripted",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "no-key" },
        models: { [chatModel]: model },
      },
    },
  };
}

const everything = { "*": "allow", bash: "allow", edit: "allow", external_directory: "allow" };
