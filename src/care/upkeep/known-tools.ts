import { toolNames as ofClaudeCode } from "../../agents/claude-code/tool-names.ts";
import { toolNames as ofCodex } from "../../agents/codex/sessions.ts";
import { toolNames as ofCopilot } from "../../agents/copilot/sessions.ts";
import { toolNames as ofGemini } from "../../agents/gemini/sessions.ts";
import { toolNames as ofOpencode } from "../../agents/opencode/sessions.ts";
import { toolNames as ofPi } from "../../agents/pi/sessions.ts";

/** The tools that agents bring with them, by their own names. Servers and plugins add others. */
export const knownTools: ReadonlySet<string> = new Set<string>([
  ...ofClaudeCode,
  ...ofCodex,
  ...ofCopilot,
  ...ofGemini,
  ...ofOpencode,
  ...ofPi,
]);
