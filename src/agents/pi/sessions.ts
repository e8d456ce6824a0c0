import { join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** One folder per working directory, one JSON Lines file per session. */
export const pi: Adapter = {
  agent: "pi",
  title: "Pi",
  testedUpTo: "0.87.1",
  toolNames: ["bash", "edit", "find", "grep", "ls", "read", "write"],
  // No variable of its own is known.
  signs: { variables: [], programs: ["pi"] },
  logPlaces: ({ home }) => [{ folder: join(home, ".pi", "agent", "sessions"), isLog }],
  shapeOf: (path) => (isLog(path) ? "lines" : undefined),
};

function isLog(path: string): boolean {
  return path.endsWith(".jsonl");
}
