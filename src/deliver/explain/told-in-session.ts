import { join } from "node:path";
import { claimName, claimsFolder } from "../claim-name.ts";
import { safeName, namesIn } from "../../platform/files/names.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";

/** Whether the session of a payload has been told this lesson already: then it is not told again. */
export function isToldInSession(
  home: string,
  lesson: Pick<ReadyLesson, "id" | "priority">,
  { sessionId, agentId }: HookPayload,
  dedupeScope: "session" | "agent",
): boolean {
  if (sessionId === undefined) return false;
  const claim = claimName(lesson, dedupeScope === "agent" ? agentId : undefined);
  return namesIn(join(home, "sessions", safeName(sessionId), claimsFolder)).includes(claim);
}
