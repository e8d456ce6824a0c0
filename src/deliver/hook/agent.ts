import { claudeCodeHook } from "../../agents/claude-code/hook.ts";
import { codexHook } from "../../agents/codex/hook.ts";
import { copilotHook } from "../../agents/copilot/hook.ts";
import type { HookDoor } from "../../agents/delivery.ts";
import { geminiHook } from "../../agents/gemini/hook.ts";

export { placeInStatus } from "../../agents/claude-code/hook.ts";

/** The agent that our programs are called by: the launcher passes on what it was started with. Nothing else around the hook names one. */
export let agent: HookDoor =
  [codexHook, copilotHook, geminiHook].find(({ name }) => name === process.env["LESSONS_AGENT"]) ??
  claudeCodeHook;

/** Inside an agent's own process nobody has called us, and the module says whose it is. */
export function actFor(door: HookDoor): void {
  agent = door;
}
