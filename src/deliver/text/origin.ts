import type { Instant, Lesson } from "../../lesson/record/lesson.ts";

/** What stands behind a lesson, as far as the agent is told: derived from its evidence. */
export interface Origin {
  /** Zero when nobody saw it happen. */
  readonly sessions: number;
  readonly lastSeenAt?: Instant | undefined;
}

/** Where a lesson comes from, in half a line: `from 4 of your sessions, last 2026-11-02`. */
export function originText(
  { source, createdAt }: Pick<Lesson, "source" | "createdAt">,
  origin: Origin,
): string {
  const written = day(createdAt);
  if (source === "manual") {
    return origin.sessions === 0
      ? `written by you on ${written}`
      : `written by you, seen in ${seen(origin, "of your sessions")}`;
  }
  // The sessions that another system counted may have been anybody's.
  if (source === "imported") {
    return origin.sessions === 0
      ? `imported on ${written}`
      : `imported, seen in ${seen(origin, origin.sessions === 1 ? "session" : "sessions")}`;
  }
  return origin.sessions === 0 ? `noted on ${written}` : `from ${seen(origin, "of your sessions")}`;
}

function seen({ sessions, lastSeenAt }: Origin, unit: string): string {
  const last = lastSeenAt === undefined ? "" : `, last ${day(lastSeenAt)}`;
  return `${sessions} ${unit}${last}`;
}

function day(instant: Instant): string {
  return instant.slice(0, "2026-11-02".length);
}
