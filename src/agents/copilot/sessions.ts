import { basename, join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** `session-state/<session>/events.jsonl`; subagents are in the same file. */
export const copilot: Adapter = {
  agent: "copilot",
  title: "Copilot CLI",
  testedUpTo: "1.0.102",
  toolNames: "bash create edit glob grep powershell rg task view web_fetch".split(" "),
  // No variable of its own is known.
  signs: { variables: [], programs: ["copilot"] },
  logPlaces: ({ home }) => [{ folder: join(home, ".copilot", "session-state"), isLog: isEvents }],
  shapeOf: (path) => (isEvents(path) ? "lines" : undefined),
};

function isEvents(path: string): boolean {
  return basename(path) === "events.jsonl";
}
