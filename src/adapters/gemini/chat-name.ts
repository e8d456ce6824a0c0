/** What the place of a chat says about it. */
export interface ChatName {
  /** The session whose subagent this is: `chats/<parent>/<id>.jsonl`. */
  readonly parentSessionId?: string;
  /** The subagent itself, when it is one. */
  readonly subagent?: string;
}

export function chatName(path: string): ChatName {
  const parts = path.split(/[\\/]/);
  const [parentSessionId, file, ...deeper] = parts.slice(parts.lastIndexOf("chats") + 1);
  if (!parts.includes("chats") || deeper.length > 0) return {};
  if (parentSessionId === undefined || file === undefined) return {};
  return { parentSessionId, subagent: file.replace(/\.jsonl?$/, "") };
}
