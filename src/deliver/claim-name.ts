import type { ReadyLesson } from "../match/ready-lesson.ts";
import { safeName } from "../platform/files/names.ts";

/**
 * The file by which a session knows that it has got a lesson. The priority is part of the name, because after
 * a compaction only some of them come again; `agentId` where each agent gets its own.
 */
export function claimName(
  { id, priority }: Pick<ReadyLesson, "id" | "priority">,
  agentId?: string,
): string {
  return `${safeName(id)}.${priority}${agentId === undefined ? "" : `@${safeName(agentId)}`}`;
}

/** Below the folder of a session. */
export const claimsFolder = "claims";
