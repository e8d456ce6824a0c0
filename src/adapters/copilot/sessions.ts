import { basename, join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** `session-state/<session>/events.jsonl`; subagents are in the same file. */
export const copilot: Adapter = {
  agent: "copilot",
  title: "Copilot CLI",
  logPlaces: ({ home }) => [
    {
      folder: join(home, ".copilot", "session-state"),
      isLog: (path) => basename(path) === "events.jsonl",
    },
  ],
};
