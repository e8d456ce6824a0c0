import { toolNames as ofClaudeCode } from "../../adapters/claude-code/tool-names.ts";
import { toolNames as ofCodex } from "../../adapters/codex/sessions.ts";
import { toolNames as ofCopilot } from "../../adapters/copilot/sessions.ts";
import { toolNames as ofGemini } from "../../adapters/gemini/sessions.ts";
import { toolNames as ofOpencode } from "../../adapters/opencode/sessions.ts";
import { toolNames as ofPi } from "../../adapters/pi/sessions.ts";

/** The tools that agents bring with them, by their own names. Servers and plugins add others. */
export const knownTools: ReadonlySet<string> = new Set<string>([
  ...ofClaudeCode,
  ...ofCodex,
  ...ofCopilot,
  ...ofGemini,
  ...ofOpencode,
  ...ofPi,
]);
