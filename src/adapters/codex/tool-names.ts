/** As its logs and its hooks name them. */
export const toolNames = [
  "apply_patch",
  "Bash",
  "exec",
  "exec_command",
  "grep_files",
  "list_dir",
  "local_shell",
  "read_file",
  "shell",
  "shell_command",
  "spawn_agent",
  "update_plan",
  "view_image",
  "web_search",
  "write_stdin",
] as const;
