import type { LessonId } from "../lesson.ts";
import type { Act, NamedTarget, Target } from "./act.ts";
import { nothingPlanned, planAct, type PlannedAct } from "./planned-act.ts";
import { isResolutionProblem, type ResolutionProblem } from "./resolution-problem.ts";
import { byNumbers, type NumberedList, resolveTarget } from "./resolve-targets.ts";
import { nameOf, type ReviewItem, type ReviewList } from "./review-list.ts";

/**
 * What is to happen to which lesson of the list that was shown: one entry for each lesson that was
 * named, in the order in which they were named. All of it or nothing. Lessons that nobody named are
 * not in the plan, so that they are not touched.
 */
export function resolveDecision(
  acts: readonly Act[],
  shown: ReviewList,
): { readonly plan: readonly PlannedAct[] } | { readonly problem: ResolutionProblem } {
  const list = byNumbers(shown);
  const named = namedIn(acts, list);
  if (isResolutionProblem(named)) return { problem: named };
  const plan = new Map<LessonId, PlannedAct>();
  const leftOut: ReviewItem[] = [];
  for (const act of acts) {
    for (const target of act.targets) {
      const items = itemsOf(target, act, { list, named });
      if (isResolutionProblem(items)) return { problem: items };
      for (const item of items) {
        const next =
          forbidden(item, act) ?? planAct(plan.get(item.id) ?? nothingPlanned(item), act);
        if (isResolutionProblem(next)) return { problem: withRest(next, acts) };
        plan.set(item.id, next);
      }
      leftOut.push(...exceptionsOf(target, act, list));
    }
  }
  for (const item of leftOut) {
    if (!plan.has(item.id)) plan.set(item.id, { ...nothingPlanned(item), verdict: "skip" });
  }
  return { plan: [...plan.values()] };
}

/** The lessons that some act names otherwise than by "rest"; the rest is what is left. */
function namedIn(
  acts: readonly Act[],
  list: NumberedList,
): ReadonlySet<LessonId> | ResolutionProblem {
  const named = new Set<LessonId>();
  for (const act of acts) {
    for (const target of act.targets) {
      if (target.by === "rest") continue;
      const items = itemsOf(target, act, { list, named });
      if (isResolutionProblem(items)) return items;
      for (const item of items) named.add(item.id);
    }
  }
  return named;
}

function itemsOf(
  target: Target,
  act: Act,
  { list, named }: { readonly list: NumberedList; readonly named: ReadonlySet<LessonId> },
): readonly ReviewItem[] | ResolutionProblem {
  if (target.by !== "all" && target.by !== "rest") return resolveTarget(target, list, act.act);
  const excluded = resolveAll(target.except ?? [], act, list);
  if (isResolutionProblem(excluded)) return excluded;
  const without = new Set(excluded.map((item) => item.id));
  return list.items.filter(
    (item) =>
      item.isArchived === (act.act === "unarchive") &&
      !without.has(item.id) &&
      !(target.by === "rest" && named.has(item.id)),
  );
}

function resolveAll(
  targets: readonly NamedTarget[],
  act: Act,
  list: NumberedList,
): readonly ReviewItem[] | ResolutionProblem {
  const items: ReviewItem[] = [];
  for (const target of targets) {
    const found = resolveTarget(target, list, act.act);
    if (isResolutionProblem(found)) return found;
    items.push(...found);
  }
  return items;
}

/** What "all except 3" leaves out was looked at, and is skipped unless another act names it. */
function exceptionsOf(target: Target, act: Act, list: NumberedList): readonly ReviewItem[] {
  if (target.by !== "all" && target.by !== "rest") return [];
  const excluded = resolveAll(target.except ?? [], act, list);
  return isResolutionProblem(excluded) ? [] : excluded;
}

function forbidden(item: ReviewItem, act: Act): ResolutionProblem | undefined {
  if (act.act === "show" || item.isArchived === (act.act === "unarchive")) return undefined;
  const text = String(item.number ?? item.slug);
  if (!item.isArchived) {
    return {
      kind: "not-archived",
      text,
      message: `${nameOf(item)} is not archived`,
    };
  }
  return {
    kind: "archived",
    text,
    message: `${nameOf(item)} is archived: it can only be unarchived or shown`,
    suggestion: `unarchive ${item.slug}`,
  };
}

/** "approve all, skip 3" probably means the rest. */
function withRest(problem: ResolutionProblem, acts: readonly Act[]): ResolutionProblem {
  const sweeping = acts.find((act) => act.targets.some((target) => target.by === "all"));
  if (problem.kind !== "contradiction" || sweeping === undefined) return problem;
  return { ...problem, suggestion: `${sweeping.act} rest` };
}
