/** The name that is stored and typed. Apart from the rest, because the hook says it, too. */
export const agentName = "claude-code";
