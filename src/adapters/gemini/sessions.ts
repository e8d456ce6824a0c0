import { join } from "node:path";
import type { Adapter } from "../adapter.ts";
import { isOwnQuestion } from "./own-question.ts";
import { projectOf } from "./project-of.ts";

/** `tmp/<project>/chats/session-….jsonl`; versions before 0.39 wrote one `.json` per session. */
export const gemini: Adapter = {
  agent: "gemini",
  title: "Gemini CLI",
  testedUpTo: "0.61.0",
  logPlaces: ({ home }) => [
    {
      folder: join(home, ".gemini", "tmp"),
      isLog: (path) => path.split(/[\\/]/).includes("chats") && isChat(path),
    },
  ],
  projectOf,
  shapeOf: (path) => (isChat(path) && !isOwnQuestion(path) ? "document" : undefined),
};

function isChat(path: string): boolean {
  return path.endsWith(".jsonl") || path.endsWith(".json");
}
