import type { Instant } from "../core/lesson.ts";

/** Where an event stands. */
export interface Place {
  readonly line: number;
  readonly at?: Instant;
  readonly thread?: string;
}

/** A place without the fields that nobody knows. */
export function placed(line: number, at: Instant | undefined, thread: string | undefined): Place {
  if (at === undefined) return thread === undefined ? { line } : { line, thread };
  return thread === undefined ? { line, at } : { line, at, thread };
}
