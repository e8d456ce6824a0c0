import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatApi, chatModel } from "../model/chat-api.ts";
import { installed, runAgent, type AgentProgram } from "./agent-program.ts";

export const pi: AgentProgram = {
  agent: "pi",
  run: (sandbox, invocation) => {
    const { prompt, resume, args = [] } = invocation;
    return runAgent(sandbox, chatApi(), invocation, {
      start: (modelUrl) => {
        writeModels(join(sandbox.home, ".pi/agent"), modelUrl);
        return {
          command: process.execPath,
          args: [
            installed("@mariozechner/pi-coding-agent/dist/cli.js"),
            ...scriptedModel,
            ...(resume === undefined ? [] : ["--session", resume]),
            ...args,
            prompt,
          ],
          environment: {
            PI_OFFLINE: "1",
            PI_SKIP_VERSION_CHECK: "1",
            PI_TELEMETRY: "0",
            NO_COLOR: "1",
          },
        };
      },
      sessionIn: (events) => events.find(({ type }) => type === "session")?.["id"],
    });
  },
  shell: (command) => ({ name: "bash", input: { command } }),
  write: (path, content) => ({ name: "write", input: { path, content } }),
  edit: (path, before, after) => ({
    name: "edit",
    input: { path, edits: [{ oldText: before, newText: after }] },
  }),
};

const scriptedModel = ["--provider", "scripted", "--model", chatModel, "--mode", "json", "--print"];

/** It takes models from a file, and from nowhere else. */
function writeModels(folder: string, modelUrl: string): void {
  const scripted = {
    baseUrl: `${modelUrl}/v1`,
    api: "openai-completions",
    apiKey: "no-key",
    models: [{ id: chatModel, contextWindow: 100_000 }],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { scripted } }));
}
