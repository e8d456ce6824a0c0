import { join } from "node:path";
import type { Adapter } from "../adapter.ts";
import { firstBytes } from "../read-records.ts";

/** One SQLite database with all sessions; `opencode export` writes one session as a JSON file. */
export const opencode: Adapter = {
  agent: "opencode",
  title: "OpenCode",
  testedUpTo: "1.18.33",
  toolNames: (
    "apply_patch bash edit glob grep list multiedit patch read shell skill task todoread " +
    "todowrite webfetch write"
  ).split(" "),
  signs: { variables: ["OPENCODE"], programs: ["opencode"] },
  logPlaces: ({ home, environment }) => [
    {
      folder: join(environment["XDG_DATA_HOME"] || join(home, ".local", "share"), "opencode"),
      isLog: (path) => path === "opencode.db",
    },
  ],
  recognises: isExport,
  shapeOf: (path) => {
    if (path.endsWith(".json")) return "document";
    return path.endsWith(".db") ? "database" : undefined;
  },
};

/** What `opencode export` writes begins with the session and goes on with its messages. */
function isExport(path: string): boolean {
  if (!path.endsWith(".json")) return false;
  const head = firstBytes(path);
  return head.includes('"info"') && head.includes('"ses_');
}
