import { toolNames as ofClaudeCode } from "../../adapters/claude-code/tool-names.ts";
import { toolNames as ofCodex } from "../../adapters/codex/tool-names.ts";
import { toolNames as ofCopilot } from "../../adapters/copilot/tool-names.ts";
import { toolNames as ofGemini } from "../../adapters/gemini/tool-names.ts";
import { toolNames as ofOpencode } from "../../adapters/opencode/tool-names.ts";
import { toolNames as ofPi } from "../../adapters/pi/tool-names.ts";

/** The tools that agents bring with them, by their own names. Servers and plugins add others. */
export const knownTools: ReadonlySet<string> = new Set<string>([
  ...ofClaudeCode,
  ...ofCodex,
  ...ofCopilot,
  ...ofGemini,
  ...ofOpencode,
  ...ofPi,
]);
