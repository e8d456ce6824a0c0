import type { Kind } from "../lesson/record/body.ts";
import type { Lesson, Slug } from "../lesson/record/lesson.ts";
import { learningPlace } from "../platform/project/learning-place.ts";
import type { Context } from "../platform/context.ts";

/** Lessons that rendering would write into a project now that they are active. */
export interface ToRender {
  /** Without `project:`. */
  readonly project: string;
  /** The person is in it. */
  readonly isHere: boolean;
  readonly slugs: readonly Slug[];
}

/** By project, the one that the person is in first. */
export function toRender(
  { place }: Pick<Context, "place">,
  approved: readonly Lesson[],
): readonly ToRender[] {
  const slugs = new Map<string, Slug[]>();
  for (const { kind, scope, slug } of approved) {
    if (!renderedKinds.has(kind) || !scope.startsWith(projectScope)) continue;
    slugs.set(scope, [...(slugs.get(scope) ?? []), slug]);
  }
  // Whoever asks for the name of a project may have to ask git for it.
  if (slugs.size === 0) return [];
  const here =
    place === undefined
      ? undefined
      : learningPlace(place.environment, place.workingDirectory).scope;
  return [...slugs]
    .map(([scope, those]) => ({
      project: scope.slice(projectScope.length),
      isHere: scope === here,
      slugs: those,
    }))
    .toSorted((one, other) => Number(other.isHere) - Number(one.isHere));
}

const projectScope = "project:";
const renderedKinds: ReadonlySet<Kind> = new Set(["workflow", "procedure", "decision", "pitfall"]);
