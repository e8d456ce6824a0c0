// What Claude Code takes from a hook, in exactly the shapes that it knows.

/**
 * Adds context to a call, a session or a subagent; at a call the model reads it with the result.
 * On Stop it would start another turn: there it is `userNotice`.
 */
export function adviceAnswer(event: string, text: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, additionalContext: text },
  });
}

/** From this many characters on, the program puts the context into a file and shows the first 2 kB. */
export const mostContextCharacters = 10_000;

/** Refuses the call. The model reads the reason as the result. */
export function holdAnswer(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  });
}

/** A line for the person. The model never sees it. */
export function userNotice(text: string): string {
  return JSON.stringify({ systemMessage: text });
}
