import type { Instant, LessonId } from "../../lesson/record/lesson.ts";

/** What is known of a cluster. */
export interface KnownMistake {
  /** Agent and session, as `sessionKey` joins them. */
  readonly sessions: ReadonlySet<string>;
  /** The lesson in use that it became. */
  readonly lesson: LessonId | undefined;
}

export function sessionKey({
  agent,
  sessionId,
}: {
  readonly agent: string;
  readonly sessionId: string;
}): string {
  return `${agent}\0${sessionId}`;
}

/** A mistake that a scan noted at a place in a log, with what it takes to say what it cost. */
export interface SeenFailure {
  /** The lesson that it became, whatever became of that. */
  readonly lesson: LessonId;
  readonly log: number;
  /** Agent and session, as `sessionKey` joins them. */
  readonly session: string;
  /** How many times in a row it was tried and failed; 1 outside of loops. */
  readonly attempts: number;
  /** The calls that failed, by keys that are the same in every copy of a session. */
  readonly failedCalls: readonly number[];
  /** A changed call worked. */
  readonly isFixed: boolean;
  /** When it failed and when the changed call worked. Absent where one of the two is not known. */
  readonly detour?: { readonly from: Instant; readonly to: Instant } | undefined;
}
