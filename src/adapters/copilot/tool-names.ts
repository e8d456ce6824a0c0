export const toolNames = [
  "bash",
  "create",
  "edit",
  "glob",
  "grep",
  "powershell",
  "rg",
  "task",
  "view",
  "web_fetch",
] as const;
