import type { Instant, Lesson } from "../core/lesson.ts";
import type { Manifest } from "./manifest.ts";
import type { ProjectState } from "./project-state.ts";
import { RenderDesk } from "./render-desk.ts";
import type { Target } from "./targets.ts";

/** What rendering would do. Each file is written whole; the manifest comes last. */
export interface RenderPlan {
  readonly files: readonly PlannedFile[];
  readonly manifest: Manifest;
  readonly steps: readonly RenderStep[];
}

export interface PlannedFile {
  readonly path: string;
  readonly before: string | undefined;
  /** Undefined: it is taken away. */
  readonly after: string | undefined;
}

/** What happens to one thing, for people. */
export interface RenderStep {
  readonly does: "add" | "change" | "remove" | "keep" | "leave-edited" | "already-there";
  readonly lesson: Pick<Lesson, "id" | "slug" | "kind" | "summary">;
  readonly path: string;
  readonly anchor?: string;
}

/**
 * What to write so that the project says what the active lessons say. To be asked after a reconciliation.
 * Only what is ours and unchanged is written over; planning again after it was done plans nothing.
 */
export function planRender(
  state: ProjectState,
  wanted: readonly Lesson[],
  targets: readonly Target[],
  now: Instant,
): RenderPlan {
  const desk = new RenderDesk(state, now);
  desk.refresh();
  for (const target of targets)
    for (const lesson of wanted.toSorted(byAge))
      if (target.kinds.includes(lesson.kind) && !desk.has(lesson.id, target))
        if (target.is === "file") desk.addFile(target, lesson);
        else desk.addEntry(target, lesson);
  if (targets.some(({ name }) => name === "agents-skill")) desk.writeAgentsSection();
  return desk.plan();
}

function byAge(one: Lesson, other: Lesson): number {
  return one.id < other.id ? -1 : 1;
}
