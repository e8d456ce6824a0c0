import type { ActName, NamedTarget } from "./act.ts";
import { nearestWord } from "./nearest-word.ts";
import type { ResolutionProblem } from "./resolution-problem.ts";
import type { ReviewItem, ReviewList } from "./review-list.ts";

/** The lessons of the list that a number, a range or a slug means, or why it means none. */
export function resolveTarget(
  target: NamedTarget,
  list: NumberedList,
  act: ActName,
): readonly ReviewItem[] | ResolutionProblem {
  switch (target.by) {
    case "number":
      return numbered(target.number, target.number, list);
    case "range":
      return numbered(target.from, target.to, list);
    case "slug":
      return called(target.slug, list, act);
  }
}

/** The items of a list, with a table of their numbers, because a sentence may name thousands. */
export interface NumberedList {
  readonly items: readonly ReviewItem[];
  readonly byNumber: ReadonlyMap<number, ReviewItem>;
}

export function byNumbers({ items }: ReviewList): NumberedList {
  const byNumber = new Map<number, ReviewItem>();
  for (const item of items) if (item.number !== undefined) byNumber.set(item.number, item);
  return { items, byNumber };
}

/** Stops at the first number that is missing, so that `1-999999999` costs no more than the list. */
function numbered(
  from: number,
  to: number,
  { byNumber }: NumberedList,
): readonly ReviewItem[] | ResolutionProblem {
  const found: ReviewItem[] = [];
  for (let number = from; number <= to; number += 1) {
    const item = byNumber.get(number);
    if (item === undefined) return noSuchNumber(number, byNumber);
    found.push(item);
  }
  return found;
}

function noSuchNumber(
  number: number,
  byNumber: ReadonlyMap<number, ReviewItem>,
): ResolutionProblem {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const known of byNumber.keys()) {
    lowest = Math.min(lowest, known);
    highest = Math.max(highest, known);
  }
  return {
    kind: "no-such-number",
    text: String(number),
    message:
      byNumber.size === 0
        ? `there is no ${number}: the list has no numbers`
        : `there is no ${number}: the list has ${lowest} to ${highest}`,
  };
}

/**
 * By slug, by id, or by a beginning that only one has. What can be meant comes first: `unarchive
 * biome` looks at what is archived, everything else at what is not, and at the others only after that.
 */
function called(
  name: string,
  list: NumberedList,
  act: ActName,
): readonly ReviewItem[] | ResolutionProblem {
  const typed = name.toLowerCase();
  const exact = list.items.find(
    ({ slug, id }) => slug.toLowerCase() === typed || id.toLowerCase() === typed,
  );
  if (exact !== undefined) return [exact];
  const begun =
    typed === "" ? [] : list.items.filter((item) => item.slug.toLowerCase().startsWith(typed));
  const fitting = begun.filter((item) => item.isArchived === (act === "unarchive"));
  const meant = act === "show" || fitting.length === 0 ? begun : fitting;
  if (meant.length === 1) return meant;
  if (meant.length === 0) return noSuchLesson(name, list);
  const names = meant.slice(0, mostNames).map((item) => item.slug);
  const more = meant.length > names.length ? " …" : "";
  return {
    kind: "ambiguous",
    text: name,
    message: `several lessons begin with ${name}: ${names.join(", ")}${more}`,
    suggestion: names[0] ?? name,
  };
}

function noSuchLesson(name: string, list: NumberedList): ResolutionProblem {
  const typed = name.toLowerCase();
  const slugs = list.items.map((item) => item.slug);
  const suggestion =
    (typed.length < 3 ? undefined : slugs.find((slug) => slug.includes(typed))) ??
    nearestBeginning(typed, slugs);
  return {
    kind: "no-such-lesson",
    text: name,
    message: `no lesson of the list is called ${name}`,
    suggestion,
  };
}

/** Compared with as much of each slug as was typed: people do not type the four random characters. */
function nearestBeginning(typed: string, slugs: readonly string[]): string | undefined {
  const beginnings = new Map(slugs.map((slug) => [slug.slice(0, typed.length), slug]));
  const nearest = nearestWord(typed, beginnings.keys());
  return nearest === undefined ? undefined : beginnings.get(nearest);
}

const mostNames = 6;
