import { opencode } from "../../src/agents/opencode/sessions.ts";
import { buildDatabase } from "../fixtures/agents/opencode/build-database.ts";
import { writeSession } from "../fixtures/agents/opencode/write-session.ts";
import { sessionFacts, type Scribe } from "./scribe.ts";

const knows = ["sessionId", "agentVersion", "model", "workingDirectory"] as const;

/** The database, and the file that `opencode export` writes. */
export const opencodeScribes: readonly Scribe[] = [
  {
    title: "OpenCode 1.18",
    adapter: opencode,
    knows,
    write: (story) => {
      const session = writeSession(story);
      if (session === undefined) return undefined;
      const database = buildDatabase(":memory:", [session]);
      return {
        shape: "database",
        path: "/home/dev/.local/share/opencode/opencode.db",
        database: { all: (sql, ...values) => database.prepare(sql).all(...values) },
      };
    },
  },
  {
    title: "OpenCode 1.18 export",
    adapter: opencode,
    knows,
    write: (story) => {
      const session = writeSession(story);
      const path = `/home/dev/${sessionFacts.sessionId}.json`;
      return session === undefined
        ? undefined
        : { shape: "document", path, content: JSON.stringify(session, null, 2) };
    },
  },
];
