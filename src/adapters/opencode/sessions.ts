import { join } from "node:path";
import type { Adapter } from "../adapter.ts";

/** One SQLite database with all sessions. */
export const opencode: Adapter = {
  agent: "opencode",
  title: "OpenCode",
  logPlaces: ({ home, environment }) => [
    {
      folder: join(environment["XDG_DATA_HOME"] || join(home, ".local", "share"), "opencode"),
      isLog: (path) => path === "opencode.db",
    },
  ],
};
