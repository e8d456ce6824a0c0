import { join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** One folder per project, one JSON Lines file per session; subagents have files of their own below. */
export const claudeCode: Adapter = {
  agent: "claude-code",
  title: "Claude Code",
  testedUpTo: "2.1.325",
  logPlaces: ({ home, environment }) => [
    {
      folder: join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "projects"),
      isLog: (path) => path.endsWith(".jsonl"),
    },
  ],
  shapeOf: (path) => (path.endsWith(".jsonl") ? "lines" : undefined),
};
