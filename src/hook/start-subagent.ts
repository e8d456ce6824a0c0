import { adviceAnswer } from "../adapters/claude-code/hook-answer.ts";
import type { HookPayload } from "../adapters/claude-code/hook-payload.ts";
import { pauseIn } from "../system/pause.ts";
import { sessionFolder } from "./home.ts";
import { inTime } from "./in-time.ts";
import { openCache } from "./load.ts";
import { print } from "./print.ts";
import type { SessionContext } from "./session-context.ts";
import { sessionNote } from "./session-note.ts";
import { textForSubagent } from "./start-text.ts";

/** Tells a subagent what it should know from its first step on. */
export function startSubagent(
  { sessionId = "unknown", workingDirectory }: HookPayload,
  { home, now, log }: SessionContext,
): void {
  const cache = openCache(home, log);
  const text = inTime(log, () => {
    const note =
      cache === undefined
        ? undefined
        : sessionNote(sessionFolder(home, sessionId), workingDirectory, cache.index);
    return textForSubagent(cache, note?.project, pauseIn(home.folder, now));
  });
  if (text) print(adviceAnswer("SubagentStart", text));
}
