import { adviceAnswer } from "../../agents/claude-code/hook-answer.ts";
import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";
import { pauseIn } from "../pause.ts";
import { sessionFolder } from "./home.ts";
import { inTime } from "./in-time.ts";
import { knowledgeLine } from "./knowledge-line.ts";
import { openCache } from "./load.ts";
import { noteStart } from "./note-start.ts";
import { print } from "./print.ts";
import type { SessionContext } from "./session-context.ts";
import { sessionNote } from "./session-note.ts";
import { textForSubagent } from "./start-text.ts";

/** Tells a subagent what it should know from its first step on. */
export function startSubagent(payload: HookPayload, context: SessionContext): void {
  const { sessionId = "unknown", workingDirectory } = payload;
  const { home, now, log } = context;
  const cache = openCache(home, log);
  const told = inTime(log, () => {
    const note =
      cache === undefined
        ? undefined
        : sessionNote(sessionFolder(home, sessionId), workingDirectory, cache.index);
    const notes = knowledgeLine(note?.projectRoot);
    return textForSubagent(cache, note?.project, { pause: pauseIn(home.folder, now), notes });
  });
  if (told?.text) print(adviceAnswer("SubagentStart", told.text));
  noteStart(payload, context, told);
}
