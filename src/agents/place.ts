import type { Instant } from "../lesson/record/lesson.ts";

/** Where an event stands. */
export interface Place {
  readonly line: number;
  readonly at?: Instant;
  readonly thread?: string;
}

/**
 * A place without the fields that nobody knows. An event begins with it, `{ ...place, is: "call" }`: what is
 * spread first is copied in one piece, what is spread later field by field, and there are many events.
 */
export function placed(line: number, at: Instant | undefined, thread: string | undefined): Place {
  if (at === undefined) return thread === undefined ? { line } : { line, thread };
  return thread === undefined ? { line, at } : { line, at, thread };
}
