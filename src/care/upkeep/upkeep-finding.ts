import type { Lesson } from "../../lesson/record/lesson.ts";

/** What upkeep sees in a lesson, or in all of them together, and what it would do about it. */
export interface UpkeepFinding {
  readonly rule: UpkeepRuleName;
  /** Absent when it is about all lessons together. */
  readonly lesson?: Lesson;
  readonly does: UpkeepAct;
  /** The same words as long as it is the same reason: what somebody has brought back is known by them. */
  readonly because: string;
  /** What was looked at, where that says more. It may differ the next time. */
  readonly seen?: string;
}

export type UpkeepRuleName =
  | "drafts"
  | "expired"
  | "superseded"
  | "unhelpful"
  | "never-matched"
  | "missing-files"
  | "dead-trigger"
  | "inflation";

/**
 * `archive`: the person has switched that on. `propose-archive`: only when a person agrees. `flag`: a mark of
 * attention. `nothing`: it stays as it is, and the reason is said.
 */
export const upkeepActs = ["archive", "propose-archive", "flag", "nothing"] as const;
export type UpkeepAct = (typeof upkeepActs)[number];

/** The reason as it is recorded when a lesson is archived. */
export function archiveReason({ because, seen }: Pick<UpkeepFinding, "because" | "seen">): string {
  return seen === undefined ? because : `${because} (${seen})`;
}

/** Whether a recorded reason is that of a finding. */
export function isSameReason(recorded: string, because: string): boolean {
  return recorded === because || recorded.startsWith(`${because} (`);
}
