import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { findLogs, type FoundLogs } from "../../agents/find-logs.ts";
import { statuses, type Status } from "../../lesson/record/lifecycle.ts";
import { countWithStatus } from "../../lesson/table/list-lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { ContextOpener, Context } from "../../platform/context.ts";
import type { Slug } from "../../lesson/record/lesson.ts";
import { costOf, mistakeCosts, type MistakeCost } from "../recurrence/costs.ts";
import { ledgerOverview, type AgentOverview } from "../../capture/ledger/calls.ts";
import { lessonsById } from "../../review/lessons-to-review.ts";
import { seenFailures } from "../../capture/episodes/known-mistakes.ts";
import { bestCandidates, type BestCandidates } from "./best-candidates.ts";

/** Where a person stands: what is on this machine, what is in the store. */
export interface StartReport {
  /** Agents that have logs here. */
  readonly logs: readonly FoundLogs[];
  readonly unreadable: readonly string[];
  readonly home: string;
  readonly store: StoreState;
  /** Whether an agent is set up to ask us at its calls. */
  readonly isInstalled: boolean;
}

type StoreState =
  | { readonly is: "open"; readonly counts: Readonly<Record<Status, number>> }
  /** It could not be opened. That is said, and does not end the look around. */
  | { readonly is: "closed"; readonly problem: string; readonly hint: string };

/** Looks at the agents' logs and at our store. Nothing is changed but that an empty store may be made. */
export async function lookAround(wiring: ContextOpener, machine: Machine): Promise<StartReport> {
  const found = adapters.map((adapter) => findLogs(adapter, machine));
  return {
    logs: found.filter(({ files }) => files > 0),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
    home: wiring.paths.home,
    store: await storeState(wiring),
    isInstalled: deliverySetup(machine, wiring.paths).way !== "none",
  };
}

/** How many lessons there are by now, where the store can be opened. */
export async function storeState({ inContext }: ContextOpener): Promise<StoreState> {
  try {
    return await inContext(({ database }: Context) => {
      const counts = statuses.map((status) => [status, countWithStatus(database, status)]);
      return { is: "open", counts: Object.fromEntries(counts) };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: "closed", problem: error.message, hint: error.hint };
  }
}

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
