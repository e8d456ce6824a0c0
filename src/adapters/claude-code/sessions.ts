import { join } from "node:path";
import type { Adapter } from "../adapter.ts";
import { openTranscript } from "./transcript.ts";

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
  formatOf: (path) =>
    path.endsWith(".jsonl") ? { shape: "lines", openReader: openTranscript } : undefined,
};
