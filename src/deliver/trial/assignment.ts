import { shortHash } from "../../lesson/record/short-hash.ts";

/** A trial as the hook knows it: some lessons are withheld in a share of the sessions. */
export interface CompiledTrial {
  readonly id: string;
  /** Of the sessions, in thousandths. */
  readonly share: number;
  /** By their ids. All others come as ever. */
  readonly lessons: readonly string[];
}

/**
 * Whether a session goes without a lesson. It follows from the names alone, so that nobody has to keep it and nothing that happens in a
 * session can change it. The id of the trial is part of it: a new trial draws anew. Each lesson is drawn for itself, so that a bad session
 * is on the one side for some lessons and on the other for others.
 */
export function isWithheld(
  { id, share, lessons }: CompiledTrial,
  session: string,
  lesson: string,
): boolean {
  if (!lessons.includes(lesson)) return false;
  return shortHash(`${id}\n${session}\n${lesson}`) % 1000 < share;
}
