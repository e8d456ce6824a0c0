import { claudeCodeScribes } from "./claude-code-scribe.ts";
import { codexScribes } from "./codex-scribe.ts";
import { copilotScribes } from "./copilot-scribe.ts";
import { geminiScribes } from "./gemini-scribe.ts";
import { opencodeScribes } from "./opencode-scribe.ts";
import { piScribes } from "./pi-scribe.ts";
import type { Scribe } from "./scribe.ts";

export const allScribes: readonly Scribe[] = [
  ...claudeCodeScribes,
  ...codexScribes,
  ...geminiScribes,
  ...copilotScribes,
  ...opencodeScribes,
  ...piScribes,
];
