import { join } from "node:path";
import type { Program } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";

/** How the installed Claude Code is started in a sandbox: a model on loopback, a key that is none, no other traffic. */
export function claudeProgram(
  { project, environment }: Sandbox,
  modelUrl: string,
): Pick<Program, "command" | "cwd" | "environment"> {
  return {
    command: join(import.meta.dirname, "../node_modules/.bin/claude"),
    cwd: project,
    environment: {
      ...environment,
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "no-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
    },
  };
}
