import { bodyText } from "../../lesson/record/body.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import type { Scope } from "../../lesson/record/lesson.ts";
import { canMeet } from "../../lesson/record/scope.ts";
import { jaccard, tokenSet } from "../../lesson/likeness/similarity.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { named } from "./finding.ts";
import type { ActiveLesson, Check, Examined, Found, OpenStore } from "./finding.ts";

export const overlapChecks: readonly Check[] = [
  { area: "lessons", name: "contradictions", lookInside: checkContradictions },
  { area: "lessons", name: "duplicates", lookInside: checkDuplicates },
];

/** Pairs of lessons that advise against each other where both hold: the agent would be shown both. */
function checkContradictions({ active }: OpenStore): Examined {
  const lessons = active
    .toSorted((one, other) => other.lesson.priority - one.lesson.priority)
    .slice(0, mostCompared)
    .map(adviceOf);
  const deadline = performance.now() + patienceMs;
  const found: Found[] = [];
  for (const [index, one] of lessons.entries()) {
    if (performance.now() > deadline) break;
    for (const other of lessons.slice(index + 1)) {
      if (found.length >= mostShown) return found;
      if (!isContradiction(one, other)) continue;
      found.push({
        check: "contradiction",
        severity: "warning",
        text: `${one.slug} and ${other.slug} contradict each other`,
        hint: "archive one (lessons archive <slug> --reason …), or say in both when each applies",
        slugs: [one.slug, other.slug],
      });
    }
  }
  return found;
}

/** Every pair is compared, the most important lessons first: with very many it would take too long. */
const patienceMs = 2000;
const mostCompared = 1000;
const mostShown = 5;
/** Opposite advice is about the same thing, so that it shares words. Comparing words is quick. */
const leastAlike = 0.15;

interface Advice {
  readonly slug: string;
  readonly scope: Scope;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function adviceOf({ lesson }: ActiveLesson): Advice {
  const text =
    "remediation" in lesson.body ? lesson.body.remediation : bodyText(lesson.kind, lesson.body);
  return { slug: lesson.slug, scope: lesson.scope, text, words: tokenSet(text) };
}

function isContradiction(one: Advice, other: Advice): boolean {
  return (
    canMeet(one.scope, other.scope) &&
    jaccard(one.words, other.words) >= leastAlike &&
    isOppositeAdvice(one.text, other.text)
  );
}

/** Lessons of which the agent would be shown the same twice, and names that differ in capitals alone. */
function checkDuplicates({ active, context }: OpenStore): Examined {
  const sameFacts = sayingOfOne(context.database).slice(0, mostShown);
  const ofFacts = sameFacts.map(({ slug, other }): Found => ({
    check: "same-fact",
    severity: "warning",
    text: `${slug} and ${other} are about the same thing`,
    hint: `keep what ${slug} adds with lessons edit ${other}, then: lessons archive ${slug} --reason "duplicates ${other}"`,
    slugs: [slug, other],
  }));
  const groups = [
    ["these lessons say the same about the same calls", sayingTheSame(active)],
    ["these tags differ only in case", namesakes(context.database)],
  ] as const;
  const ofWords = groups.flatMap(([text, found]) =>
    found.slice(0, mostShown).map((slugs): Found => ({
      severity: "note",
      text: `${text}: ${named(slugs)}`,
      hint: `keep one: lessons archive ${slugs.at(-1)} --reason duplicate`,
      slugs,
    })),
  );
  return [...ofFacts, ...ofWords];
}

/** Lessons from before one thing was one lesson, with the one that is known by it. */
function sayingOfOne(
  database: Database,
): readonly { readonly slug: string; readonly other: string }[] {
  return queryAll(
    database,
    `SELECT lessons.slug, other.slug AS other FROM lessons, json_each(lessons.flags) AS flag
       JOIN lessons AS other ON 'duplicates:' || other.slug = flag.value
     WHERE lessons.flags LIKE '%"duplicates:%' AND lessons.status <> 'archived' AND other.status <> 'archived'
     ORDER BY lessons.number`,
  );
}

/** The hash is of the words and the trigger. In two different projects nobody is shown both. */
function sayingTheSame(active: readonly ActiveLesson[]): readonly (readonly string[])[] {
  const byContent = Map.groupBy(active, ({ lesson }) => lesson.contentHash);
  return [...byContent.values()]
    .flatMap((group) =>
      group.some(({ lesson }) => !lesson.scope.startsWith("project:"))
        ? [group]
        : [...Map.groupBy(group, ({ lesson }) => lesson.scope).values()],
    )
    .filter(({ length }) => length > 1)
    .map((group) => group.map(({ lesson }) => lesson.slug).toSorted());
}

/** The slugs of each group of lessons whose names differ in capitals only. */
function namesakes(database: Database): readonly (readonly string[])[] {
  const rows = queryAll<{ slugs: string }>(
    database,
    `SELECT json_group_array(slug ORDER BY number) AS slugs FROM lessons
     GROUP BY lower(slug) HAVING count(*) > 1`,
  );
  return rows.map(({ slugs }) => JSON.parse(slugs));
}
