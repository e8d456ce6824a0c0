import { heldLine } from "../../agents/our-text/hold-reason.ts";
import type { CacheCounts, CacheIndex, DeliveryConfig } from "../compile/cache-index.ts";
import type { Pause } from "../pause.ts";
import type { Injection } from "./inject.ts";

/**
 * What the person reads about a call, in one line; the model never sees it. A held or corrected call is always worth a
 * line: the person wonders why nothing runs, or why something else does. Advice is for the agent, and only those who ask for it
 * read it, too.
 */
export function callNotice(
  { isHeld, delivered }: Pick<Injection, "isHeld" | "delivered">,
  notify: DeliveryConfig["notify"],
): string | undefined {
  const isFixed = delivered.some(({ form }) => form === "fix");
  if (notify === "off" || (!isHeld && !isFixed && notify !== "all")) return undefined;
  const lines = delivered.map(({ judgement: { lesson }, form }) =>
    form === "fix" ? (lesson.fix?.said ?? lesson.notice) : lesson.notice,
  );
  const text = isHeld ? heldLine(lines.join(" · ")) : lines.join(" · ");
  return `lessons: ${text}`;
}

interface Beginning {
  /** Of SessionStart: a session that goes on has said it before. */
  readonly source?: string | undefined;
  readonly project?: string | undefined;
  readonly pause?: Pause | undefined;
  readonly reviewCommand: string;
}

/** `lessons: 4 facts for this project · 3 new candidates: /lessons:review`; nothing where there is nothing to say. */
export function startNotice(
  index: Pick<CacheIndex, "config" | "counts"> | undefined,
  { source, project, pause, reviewCommand }: Beginning,
): string | undefined {
  if (index === undefined || index.config.notify === "off") return undefined;
  if (source === "resume" || source === "compact") return undefined;
  if (pause !== undefined) return "lessons: paused, nothing is delivered: lessons resume";
  const facts = factsFor(index.counts, project);
  const fresh = index.counts.newCandidates;
  const parts = [
    ...(facts > 0 ? [`${counted(facts, "fact")} for this project`] : []),
    ...(fresh > 0 ? [`${counted(fresh, "new candidate")}: ${reviewCommand}`] : []),
  ];
  return parts.length === 0 ? undefined : `lessons: ${parts.join(" · ")}`;
}

/** How many active lessons hold in a project: its own, and all that belong to no other project. */
export function factsFor(
  { byScope }: Pick<CacheCounts, "byScope">,
  project: string | undefined,
): number {
  const isHere = (scope: string) => !scope.startsWith("project:") || scope === project;
  return Object.entries(byScope).reduce(
    (sum, [scope, count]) => sum + (isHere(scope) ? count : 0),
    0,
  );
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
