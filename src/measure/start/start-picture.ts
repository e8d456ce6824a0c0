import { adapters } from "../../agents/all.ts";
import type { Slug } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { costOf, mistakeCosts, type MistakeCost } from "../recurrence/mistake-costs.ts";
import { ledgerOverview, type AgentOverview } from "../../capture/ledger/calls.ts";
import { lessonsById } from "../../review/lessons-to-review.ts";
import { seenFailures } from "../../capture/episodes/known-mistakes.ts";
import { bestCandidates, type BestCandidates } from "./best-candidates.ts";
import type { Context } from "../../platform/context.ts";

/** What a person's logs say, in the few numbers that matter at the start. */
export interface StartPicture {
  /** The busiest first. */
  readonly agents: readonly (AgentOverview & { readonly title: string })[];
  readonly mistakes: RecurringPicture;
  readonly candidates: BestCandidates;
}

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

/** From the store alone: what the scan has just read is not read again. */
export function startPicture(context: Context): StartPicture {
  return {
    agents: ledgerOverview(context.database).map((overview) => ({
      ...overview,
      title: adapters.find(({ agent }) => agent === overview.agent)?.title ?? overview.agent,
    })),
    mistakes: recurringPicture(context),
    candidates: bestCandidates(context),
  };
}

const mostMistakes = 5;

function recurringPicture({ database }: Context): RecurringPicture {
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
