import { isInjected } from "../injected-text.ts";

/** What a person typed, without what the editor's extension wrote around it; undefined when nobody typed it. */
export function personText(message: string): string | undefined {
  const request = message.lastIndexOf(requestHeading);
  const text = (request < 0 ? message : message.slice(request + requestHeading.length)).trim();
  return text === "" || isInjected(text, frames) ? undefined : text;
}

/** A session in which one model judges the request of another; no person speaks in it. */
export function isGuardianPrompt(message: string): boolean {
  return message.trimStart().startsWith(guardianBeginning);
}

const requestHeading = "## My request for Codex:\n";

const guardianBeginning =
  "The following is the Codex agent history whose request action you are assessing";

const frames =
  /^(?:<(?:environment_context|user_instructions|codex_delegation|hook_prompt|subagent_notification|turn_aborted|skill|user_shell_command|permissions instructions|image name|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;
