import { heldLine } from "../../agents/our-text/hold-reason.ts";
import { needCount, needWords, type NeedCounts } from "../../lesson/record/needs.ts";
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
  readonly needs?: NeedCounts;
  readonly reviewCommand: string;
}

/**
 * `lessons: 4 facts for this project · 5 need you (4 candidates, 1 doubtful fact): /lessons:review`; nothing where there is
 * nothing to say.
 */
export function startNotice(
  index: Pick<CacheIndex, "config" | "counts"> | undefined,
  { source, project, pause, needs = {}, reviewCommand }: Beginning,
): string | undefined {
  if (index === undefined || index.config.notify === "off") return undefined;
  if (source === "resume" || source === "compact") return undefined;
  if (pause !== undefined) return "lessons: paused. To resume: lessons pause --off";
  const facts = factsFor(index.counts, project);
  const parts = [
    ...(facts > 0 ? [`${counted(facts, "fact")} for this project`] : []),
    ...needsPart(needs, index.counts.newCandidates, reviewCommand),
  ];
  return parts.length === 0 ? undefined : `lessons: ${parts.join(" · ")}`;
}

/** What can be decided in a review is decided there; the dashboard names the rest. */
function needsPart(needs: NeedCounts, fresh: number, reviewCommand: string): readonly string[] {
  const count = needCount(needs);
  if (count === 0) return [];
  const isForReview = (needs.candidates ?? 0) + (needs.learned ?? 0) > 0;
  const verb = count === 1 ? "needs" : "need";
  const news = fresh === 0 ? "" : `, ${fresh} new`;
  const command = isForReview ? reviewCommand : "lessons";
  return [`${count} ${verb} you (${needWords(needs)}${news}): ${command}`];
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
