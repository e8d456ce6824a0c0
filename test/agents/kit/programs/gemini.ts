import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentCalls } from "../model/agent-script.ts";
import { geminiApi } from "../model/gemini-api.ts";
import type { Sandbox } from "../sandbox.ts";
import { installed, runAgent, type AgentProgram } from "./agent-program.ts";

export const gemini: AgentProgram = {
  agent: "gemini",
  run: (sandbox, invocation) => {
    const { prompt, resume, approvals, args = [] } = invocation;
    writeSettings(sandbox);
    return runAgent(sandbox, geminiApi, invocation, {
      start: (modelUrl) => ({
        command: process.execPath,
        args: [
          installed("@google/gemini-cli/bundle/gemini.js"),
          "--model=gemini-2.5-pro",
          "--output-format=stream-json",
          ...(approvals === undefined ? ["--approval-mode=yolo"] : []),
          ...(resume === undefined ? [] : ["--resume", resume]),
          ...args,
          "--prompt",
          prompt,
        ],
        environment: {
          GOOGLE_GEMINI_BASE_URL: modelUrl,
          GEMINI_API_KEY: "no-key",
          // It would start itself a second time, with more memory.
          GEMINI_CLI_NO_RELAUNCH: "true",
          GEMINI_TELEMETRY_ENABLED: "false",
          NO_BROWSER: "1",
          NO_COLOR: "1",
        },
      }),
      sessionIn: (events) => events.find(({ type }) => type === "init")?.["session_id"],
    });
  },
  shell: (command) => ({ name: "run_shell_command", input: { command, description: "scripted" } }),
  write: (path, content) => ({ name: "write_file", input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: "replace",
    input: { file_path: path, instruction: "scripted", old_string: before, new_string: after },
  }),
  subagent: (prompt) => {
    const input = { agent_name: "generalist", prompt };
    return [agentCalls({ name: "invoke_agent", input })];
  },
};

/** Its settings as somebody has them who works in trusted folders; those that a test wrote stay. */
function writeSettings({ home }: Sandbox): void {
  const path = join(home, ".gemini/settings.json");
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(geminiSettings, null, 2)}\n`);
}

const geminiSettings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};
