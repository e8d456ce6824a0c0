import { basename, join } from "node:path";
import type { Adapter, LogPlace } from "../adapter.ts";

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`; finished ones may be moved to `archived_sessions`. */
export const codex: Adapter = {
  agent: "codex",
  title: "Codex",
  testedUpTo: "0.166.0",
  // As its logs and its hooks name them.
  toolNames: (
    "apply_patch Bash exec exec_command grep_files list_dir local_shell read_file shell " +
    "shell_command spawn_agent update_plan view_image web_search write_stdin"
  ).split(" "),
  signs: {
    variables: ["CODEX_THREAD_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"],
    programs: ["codex"],
  },
  logPlaces: ({ home, environment }) => {
    const root = environment["CODEX_HOME"] || join(home, ".codex");
    return ["sessions", "archived_sessions"].map((name): LogPlace => ({
      folder: join(root, name),
      isLog: isRollout,
    }));
  },
  shapeOf: (path) => (isRollout(path) ? "lines" : undefined),
};

function isRollout(path: string): boolean {
  return basename(path).startsWith("rollout-") && path.endsWith(".jsonl");
}
