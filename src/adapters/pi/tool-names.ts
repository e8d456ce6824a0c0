export const toolNames = ["bash", "edit", "find", "grep", "ls", "read", "write"] as const;
