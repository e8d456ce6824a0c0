import { seenFailures } from "../../capture/episodes/known-mistakes.ts";
import { costOf, type MistakeCost } from "../../capture/ledger/mistake-cost.ts";
import type { Slug } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import type { Context } from "../../platform/context.ts";
import { lessonsById } from "../../review/lessons-to-review.ts";
import { mistakeCosts } from "../recurrence/costs.ts";

/** The mistakes that came back in another session: what they cost together, and the dearest of them. */
export interface RecurringPicture extends MistakeCost {
  readonly count: number;
  readonly worst: readonly NamedMistake[];
}

export interface NamedMistake extends MistakeCost {
  readonly slug: Slug;
  readonly summary: string;
  readonly status: Status;
}

export function recurringPicture({ database }: Pick<Context, "database">): RecurringPicture {
  const failures = seenFailures(database);
  const recurring = mistakeCosts(failures);
  const ids = new Set(recurring.map(({ lesson }) => lesson));
  const worst = recurring.slice(0, mostMistakes);
  const lessons = lessonsById(
    database,
    worst.map(({ lesson }) => lesson),
  );
  return {
    count: recurring.length,
    ...costOf(failures.filter(({ lesson }) => ids.has(lesson))),
    worst: lessons.flatMap(({ lesson: { id, slug, summary, stage } }) => {
      const found = worst.find(({ lesson }) => lesson === id);
      if (found === undefined) return [];
      const { lesson: _id, ...cost } = found;
      return [{ slug, summary, status: stage.status, ...cost }];
    }),
  };
}

const mostMistakes = 5;
