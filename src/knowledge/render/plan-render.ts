import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Manifest } from "./manifest.ts";
import type { ProjectState } from "./project-state.ts";
import { RenderPlanner } from "./render-planner.ts";
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
  readonly does:
    | "add"
    | "change"
    | "remove"
    | "keep"
    | "leave-edited"
    | "leave-missing"
    | "leave-out"
    | "already-there"
    | "blocked";
  readonly lesson: Pick<Lesson, "id" | "slug" | "kind" | "summary">;
  readonly path: string;
  readonly anchor?: string;
  /** Of what is blocked. */
  readonly why?: string;
}

export interface RenderWish {
  /** Active, and meant for this project. */
  readonly lessons: readonly Lesson[];
  readonly targets: readonly Target[];
  /** With what looks like a secret: neither written anew nor changed. */
  readonly withheld: ReadonlySet<LessonId>;
  readonly now: Instant;
}

/**
 * What to write so that the project says what the active lessons say. To be asked after a reconciliation.
 * Only what is ours and unchanged is written over; planning again after it was done plans nothing.
 */
export function planRender(
  state: ProjectState,
  { lessons, targets, withheld, now }: RenderWish,
): RenderPlan {
  const planner = new RenderPlanner(state, now);
  const hasOtherAgents = targets.some(({ name }) => name === "agents-skill");
  planner.refresh({ withheld, hasOtherAgents });
  for (const target of targets)
    for (const lesson of lessons.toSorted(byAge))
      if (
        target.kinds.includes(lesson.kind) &&
        !planner.has(lesson.id, target) &&
        !withheld.has(lesson.id)
      )
        if (target.is === "file") planner.addFile(target, lesson);
        else planner.addEntry(target, lesson);
  planner.writeAgentsSection({ isWanted: hasOtherAgents });
  return planner.plan();
}

function byAge(one: Lesson, other: Lesson): number {
  return one.id < other.id ? -1 : 1;
}
