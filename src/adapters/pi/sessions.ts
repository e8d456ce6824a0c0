import { join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** One folder per working directory, one JSON Lines file per session. */
export const pi: Adapter = {
  agent: "pi",
  title: "Pi",
  logPlaces: ({ home }) => [
    { folder: join(home, ".pi", "agent", "sessions"), isLog: (path) => path.endsWith(".jsonl") },
  ],
};
