import { slugSuffixLength } from "../lesson/record/slug.ts";
import type { Instant } from "../lesson/record/lesson.ts";
import { nextUlid, type Ulid } from "../lesson/record/ulid.ts";

/** What the pure part cannot make itself: time and names. Passed in, so that a test can say what time it is. */
export interface System {
  readonly now: () => Instant;
  readonly newId: () => Ulid;
  readonly newSlugSuffix: () => string;
}

export function realSystem(): System {
  let previous: Ulid | undefined;
  return {
    now: () => new Date().toISOString(),
    newId: () => (previous = nextUlid(Date.now(), crypto().randomBytes(10), previous)),
    newSlugSuffix: () =>
      Array.from({ length: slugSuffixLength }, () => crypto().randomInt(36).toString(36)).join(""),
  };
}

/** Most commands only look, and loading it takes as long as what they do. */
function crypto() {
  return process.getBuiltinModule("node:crypto");
}
