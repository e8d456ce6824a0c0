import { basename, join } from "node:path";
import type { Adapter, LogPlace } from "../adapter.ts";

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`; finished ones may be moved to `archived_sessions`. */
export const codex: Adapter = {
  agent: "codex",
  title: "Codex",
  logPlaces: ({ home, environment }) => {
    const root = environment["CODEX_HOME"] || join(home, ".codex");
    return ["sessions", "archived_sessions"].map((name): LogPlace => ({
      folder: join(root, name),
      isLog: (path) => basename(path).startsWith("rollout-") && path.endsWith(".jsonl"),
    }));
  },
};
