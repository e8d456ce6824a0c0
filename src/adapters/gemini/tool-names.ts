export const toolNames = [
  "glob",
  "google_web_search",
  "grep_search",
  "list_directory",
  "read_file",
  "read_many_files",
  "replace",
  "run_shell_command",
  "save_memory",
  "search_file_content",
  "web_fetch",
  "write_file",
] as const;
