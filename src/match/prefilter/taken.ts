import type { Atom } from "./atom.ts";

/** Text of which one has to be in the payload. */
export type OneOf = readonly (readonly Atom[])[];

/** What is known about the text that a part of a pattern takes. */
export interface Taken {
  /** Whether `starts` is all that it can take. */
  readonly isExact: boolean;
  readonly starts: OneOf;
  readonly ends: OneOf;
  /** Each is needed in between, or before or behind. */
  readonly needed: readonly OneOf[];
}

export const takesNothing: Taken = { isExact: true, starts: [[]], ends: [[]], needed: [] };
export const takesAnything: Taken = { ...takesNothing, isExact: false };

export function takesExactly(starts: OneOf): Taken {
  return { isExact: true, starts, ends: starts, needed: [] };
}
