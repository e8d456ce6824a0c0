import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude-code/sessions.ts";
import { codex } from "./codex/sessions.ts";
import { copilot } from "./copilot/sessions.ts";
import { gemini } from "./gemini/sessions.ts";
import { opencode } from "./opencode/sessions.ts";
import { pi } from "./pi/sessions.ts";

/** The agents that we know, the most common first. Adding one is one folder and one line here. */
export const adapters: readonly Adapter[] = [claudeCode, codex, gemini, copilot, opencode, pi];

export const knownTools: ReadonlySet<string> = new Set(
  adapters.flatMap(({ toolNames }) => toolNames),
);

/** What a person may type for an agent. */
export const agentNames: readonly string[] = adapters.map(({ agent }) => agent);
