import type { Lesson } from "../lesson/record/lesson.ts";
import { sha256 } from "../platform/hash.ts";

/** A short digest of all that a lesson says and is: another one means that somebody changed it. Sightings do not count. */
export function lessonState(lesson: Lesson): string {
  return sha256(JSON.stringify(inOrder(lesson))).slice("sha256:".length, "sha256:".length + 24);
}

/** The same text for the same lesson, wherever its keys came from. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
