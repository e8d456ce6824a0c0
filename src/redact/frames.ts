/**
 * The tags that agents put around what is not the user's: a text may not end the frame that it stands in, nor open one.
 * One backslash breaks them, and a reader still sees what was meant. Placeholders such as `<branch-name>` stay.
 */
export function breakTags(text: string): string {
  return text.replace(tag, "<\\");
}

/** The same with comments, in which a text could hide itself. */
export function breakFrames(text: string): string {
  return breakTags(text).replaceAll("<!--", "<\\!--");
}

/** What follows the bracket of such a tag, as the source of an expression that ignores case. */
export const tagRest = `(?:${[
  "/[a-z0-9]{1,40}[-_:]",
  "/(?:system|skill|user|assistant|human|result|output|context)\\b",
  "(?:system|antml|function_calls|function_results|tool_use_error|tool_result|command-name|command-message|command-args|local-command|task-notification|persisted-output|hook_context|environment_context|user_instructions|user-prompt-submit)[\\s>/:_-]",
].join("|")})`;

const tag = new RegExp(`<(?=${tagRest})`, "giu");
