import type { LessonId } from "../../lesson/record/lesson.ts";
import {
  type Act,
  type ActName,
  type DecisionTarget,
  nameOf,
  nothingPlanned,
  planAct,
  type PlannedAct,
  type ReviewItem,
  type Unresolved,
} from "./act.ts";
import { nearestWord } from "./sentence-reader.ts";

/**
 * What is to happen to which lesson of the list that was shown: one entry for each lesson that was
 * named, in the order in which they were named. All of it or nothing. Lessons that nobody named are
 * not in the plan, so that they are not touched.
 */
export function resolveDecision(
  acts: readonly Act[],
  items: readonly ReviewItem[],
): { readonly plan: readonly PlannedAct[] } | Unresolved {
  const resolved: ResolvedAct[] = [];
  const byNumber = new Map(items.map((item) => [item.number, item]));
  for (const act of acts) {
    const names = act.targets.by === "name" ? act.targets.names : act.targets.except;
    const found: ReviewItem[] = [];
    for (const name of names) {
      const meant = "slug" in name ? called(name.slug, items, act.act) : numbered(name, byNumber);
      if ("problem" in meant) return meant;
      found.push(...meant);
    }
    resolved.push({ act, found });
  }

  const withoutRest = resolved.filter(({ act }) => act.targets.by !== "rest");
  const named = new Set(
    withoutRest.flatMap((each) => itemsOf(each, items, new Set()).map(({ id }) => id)),
  );
  const plan = new Map<LessonId, PlannedAct>();
  for (const each of resolved) {
    for (const item of itemsOf(each, items, named)) {
      const { act } = each;
      const refused = forbidden(item, act);
      if (refused !== undefined) return refused;
      const next = planAct(plan.get(item.id) ?? nothingPlanned(item), act);
      if ("problem" in next) return withRest(next, acts);
      plan.set(item.id, next);
    }
  }
  // What "all except 3" leaves out was looked at, and is skipped unless another act names it.
  for (const item of resolved.flatMap(({ act, found }) => (act.targets.by === "name" ? [] : found)))
    if (!plan.has(item.id)) plan.set(item.id, { ...nothingPlanned(item), verdict: "skip" });
  return { plan: [...plan.values()] };
}

/** An act, and the lessons that it names or leaves out by name. */
interface ResolvedAct {
  readonly act: Act;
  readonly found: readonly ReviewItem[];
}

type Meant = readonly ReviewItem[] | Unresolved;

/** `named` are those that some act names otherwise than by "rest". */
function itemsOf(
  { act, found }: ResolvedAct,
  items: readonly ReviewItem[],
  named: ReadonlySet<LessonId>,
): readonly ReviewItem[] {
  if (act.targets.by === "name") return found;
  const isRest = act.targets.by === "rest";
  const without = new Set(found.map(({ id }) => id));
  return items.filter(
    ({ id, isArchived }) =>
      isArchived === (act.act === "unarchive") && !without.has(id) && !(isRest && named.has(id)),
  );
}

/** Stops at the first number that is missing, so that `1-999999999` costs no more than the list. */
function numbered(
  { from, to }: Exclude<DecisionTarget, { readonly slug: string }>,
  byNumber: ReadonlyMap<number | undefined, ReviewItem>,
): Meant {
  const found: ReviewItem[] = [];
  for (let number = from; number <= to; number += 1) {
    const item = byNumber.get(number);
    if (item === undefined) return noSuchNumber(number, [...byNumber.keys()]);
    found.push(item);
  }
  return found;
}

function noSuchNumber(number: number, keys: readonly (number | undefined)[]): Meant {
  const known = keys.filter((key) => key !== undefined).toSorted((one, other) => one - other);
  const has = known.length === 0 ? "no numbers" : `${known[0]} to ${known.at(-1)}`;
  return { problem: { message: `there is no ${number}: the list has ${has}` } };
}

/**
 * By slug, by id, or by a beginning that only one has. What can be meant comes first: `unarchive
 * biome` looks at what is archived, everything else at what is not, and at the others only after that.
 */
function called(name: string, items: readonly ReviewItem[], act: ActName): Meant {
  const typed = name.toLowerCase();
  const exact = items.find(
    ({ slug, id }) => slug.toLowerCase() === typed || id.toLowerCase() === typed,
  );
  if (exact !== undefined) return [exact];
  const begun =
    typed === "" ? [] : items.filter((item) => item.slug.toLowerCase().startsWith(typed));
  const fitting = begun.filter((item) => item.isArchived === (act === "unarchive"));
  const meant = act === "show" || fitting.length === 0 ? begun : fitting;
  if (meant.length === 1) return meant;
  if (meant.length === 0) return noSuchLesson(name, items);
  const names = meant.slice(0, mostNames).map((item) => item.slug);
  const more = meant.length > names.length ? " …" : "";
  return {
    problem: {
      message: `several lessons start with ${name}: ${names.join(", ")}${more}`,
      suggestion: names[0],
    },
  };
}

const mostNames = 6;

function noSuchLesson(name: string, items: readonly ReviewItem[]): Meant {
  const typed = name.toLowerCase();
  const slugs = items.map((item) => item.slug);
  const containing = typed.length < 3 ? undefined : slugs.find((slug) => slug.includes(typed));
  return {
    problem: {
      message: `the list has no lesson ${name}`,
      suggestion: containing ?? nearestBeginning(typed, slugs),
    },
  };
}

/** Compared with as much of each slug as was typed: people do not type the four random characters. */
function nearestBeginning(typed: string, slugs: readonly string[]): string | undefined {
  const beginnings = new Map(slugs.map((slug) => [slug.slice(0, typed.length), slug]));
  const nearest = nearestWord(typed, beginnings.keys());
  return nearest === undefined ? undefined : beginnings.get(nearest);
}

function forbidden(item: ReviewItem, { act }: Act): Unresolved | undefined {
  if (act === "show" || item.isArchived === (act === "unarchive")) return undefined;
  if (!item.isArchived) return { problem: { message: `${nameOf(item)} is not archived` } };
  return {
    problem: {
      message: `${nameOf(item)} is archived: you can only unarchive or show it`,
      suggestion: `unarchive ${item.slug}`,
    },
  };
}

/** "approve all, skip 3" probably means the rest. */
function withRest({ problem }: Unresolved, acts: readonly Act[]): Unresolved {
  const sweeping = acts.find(({ targets }) => targets.by === "all");
  const suggestion = sweeping && `${sweeping.act} rest`;
  return { problem: { ...problem, suggestion: suggestion ?? problem.suggestion } };
}
