import type { LessonId } from "./lesson.ts";

/** A call that failed, and the cluster of mistakes that it belongs to. */
export interface SeenMistake {
  readonly log: number;
  /** 1-based, of the log. */
  readonly line: number;
  readonly cluster: string;
}

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
