/** The agent that our programs are called by. Nothing else around the hook names one. */
export { claudeCodeHook as agent, placeInStatus } from "../../agents/claude-code/hook.ts";
