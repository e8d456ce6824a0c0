import { toolNames as ofClaudeCode } from "./claude-code/sessions.ts";
import { toolNames as ofCodex } from "./codex/sessions.ts";
import { toolNames as ofCopilot } from "./copilot/sessions.ts";
import { toolNames as ofGemini } from "./gemini/sessions.ts";
import { toolNames as ofOpencode } from "./opencode/sessions.ts";
import { toolNames as ofPi } from "./pi/sessions.ts";

/** The tools that agents bring with them, by their own names. Servers and plugins add others. */
export const knownTools: ReadonlySet<string> = new Set<string>([
  ...ofClaudeCode,
  ...ofCodex,
  ...ofCopilot,
  ...ofGemini,
  ...ofOpencode,
  ...ofPi,
]);
