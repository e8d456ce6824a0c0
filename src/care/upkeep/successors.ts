import type { Lesson } from "../../lesson/record/lesson.ts";

/**
 * The lesson that replaces this one, the one that replaces that one, and so on, until one is not among `bySlug` or was
 * met before.
 */
export function successorsOf(
  { supersededBy }: Lesson,
  bySlug: ReadonlyMap<string, Lesson>,
): readonly Lesson[] {
  const met = new Set<Lesson>();
  let next = bySlug.get(supersededBy ?? "");
  while (next !== undefined && !met.has(next)) {
    met.add(next);
    next = bySlug.get(next.supersededBy ?? "");
  }
  return [...met];
}
