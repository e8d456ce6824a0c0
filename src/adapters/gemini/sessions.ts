import { join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** `tmp/<project>/chats/session-….jsonl`; versions before 0.39 wrote one `.json` per session. */
export const gemini: Adapter = {
  agent: "gemini",
  title: "Gemini CLI",
  logPlaces: ({ home }) => [
    {
      folder: join(home, ".gemini", "tmp"),
      isLog: (path) => path.split(/[\\/]/).includes("chats") && /\.jsonl?$/.test(path),
    },
  ],
};
