import { readdirSync } from "node:fs";
import { join } from "node:path";
import { safeName } from "../core/safe-name.ts";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import type { HookPayload } from "../adapters/claude-code/hook-payload.ts";

/** Whether the session of a payload has been told this lesson already: then it is not told again. */
export function isToldInSession(
  home: string,
  { id, priority }: Pick<ReadyLesson, "id" | "priority">,
  { sessionId, agentId }: HookPayload,
  dedupeScope: "session" | "agent",
): boolean {
  if (sessionId === undefined) return false;
  const isPerAgent = dedupeScope === "agent" && agentId !== undefined;
  const claim = `${safeName(id)}.${priority}${isPerAgent ? `@${safeName(agentId)}` : ""}`;
  return namesIn(join(home, "sessions", safeName(sessionId), "claims")).includes(claim);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
