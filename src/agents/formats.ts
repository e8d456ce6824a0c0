import type { LogFormat } from "./adapter.ts";
import { openTranscript as openClaudeCode } from "./claude-code/transcript.ts";
import { openTranscript as openCodex } from "./codex/transcript.ts";
import { openTranscript as openCopilot } from "./copilot/transcript.ts";
import { readChat } from "./gemini/chat.ts";
import { readExport } from "./opencode/session-reader.ts";
import { listSessions } from "./opencode/stored-sessions.ts";
import { openTranscript as openPi } from "./pi/transcript.ts";
import { adapters } from "./all.ts";

/**
 * How a log of an agent is read. Apart from the adapters' list, because reading takes ten times as much
 * code as finding out that there is nothing to read.
 */
export function formatOf(agent: string, path: string): LogFormat | undefined {
  const shape = adapters.find((adapter) => adapter.agent === agent)?.shapeOf(path);
  return shape === undefined ? undefined : formats[agent]?.[shape]?.(path);
}

type Formats = { readonly [Shape in LogFormat["shape"]]?: (path: string) => LogFormat };

const formats: Readonly<Record<string, Formats>> = {
  "claude-code": { lines: () => ({ shape: "lines", openReader: openClaudeCode }) },
  codex: { lines: () => ({ shape: "lines", openReader: openCodex }) },
  copilot: { lines: () => ({ shape: "lines", openReader: openCopilot }) },
  gemini: { document: () => ({ shape: "document", read: readChat }) },
  opencode: {
    document: () => ({ shape: "document", read: readExport }),
    database: (path) => ({
      shape: "database",
      listSessions: (database) => listSessions(database, path),
    }),
  },
  pi: { lines: () => ({ shape: "lines", openReader: openPi }) },
};
