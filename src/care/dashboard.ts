import { isAnyConnected } from "../deliver/init/delivery-setup.ts";
import type { Machine } from "../agents/adapter.ts";
import { isCacheWhole } from "../deliver/compile/current-cache.ts";
import { recentDeliveries, type RecentDeliveries } from "../deliver/spool/recent-deliveries.ts";
import { countMaybe } from "../lesson/table/list.ts";
import { recentEffects, type RecentEffects } from "../measure/digest/recent-effects.ts";
import { recurringPicture, type RecurringPicture } from "../measure/start/recurring-picture.ts";
import { nextStep, type NextStep } from "../measure/start/next-step.ts";
import type { Context } from "../platform/context.ts";
import type { Paths } from "../platform/paths.ts";
import { daysBefore } from "../platform/instant.ts";
import { quickStatus, type QuickStatus } from "./show-status.ts";

/** What a person sees first: what comes back, what waits, what was delivered and heeded, and one thing to do. */
export interface Dashboard extends Omit<QuickStatus, "scan"> {
  /** No log was read and no lesson is there. */
  readonly isEmpty: boolean;
  /** Candidates that a person should look at, and those that are only a maybe. */
  readonly waiting: { readonly first: number; readonly maybe: number };
  readonly comesBack: RecurringPicture;
  /** Of the last seven days. */
  readonly deliveries: RecentDeliveries;
  /** And what came of them, as far as the logs were read. */
  readonly effects: RecentEffects;
  readonly next: NextStep;
}

/** `context` with the settings of the hooks. Nothing is changed. */
export function dashboard(context: Context, paths: Paths, machine: Machine): Dashboard {
  const status = quickStatus(context, paths, machine);
  const { lessons, setup, pause, isSwitchedOff, lastSession, refusedReports, upkeep } = status;
  const maybe = countMaybe(context.database);
  const now = context.system.now();
  const { needsYou: needs } = status;
  const first = (needs.counts.candidates ?? 0) + (needs.counts.learned ?? 0);
  const isEmpty = status.scan.logs === 0 && Object.values(lessons).every((count) => count === 0);
  return {
    isEmpty,
    lessons,
    setup,
    pause,
    isSwitchedOff,
    lastSession,
    deliveries: recentDeliveries(paths.home, daysBefore(now, 7), now),
    effects: recentEffects(context, { since: daysBefore(now, 7), now }),
    comesBack: recurringPicture(context),
    waiting: { first, maybe },
    needsYou: needs,
    refusedReports,
    upkeep,
    next: isEmpty ? firstStep : stepFor({ ...status, isCacheWhole: isCacheWhole(paths) }, first),
  };
}

const firstStep: NextStep = {
  command: "lessons start",
  why: "read your agents' logs and see repeated mistakes",
};

/** What keeps approved lessons from coming is first, then what waits, then what could be better. */
function stepFor(status: Facts, waiting: number): NextStep {
  const { lessons, setup, pause, lastSession, upkeep, scan } = status;
  const isInstalled = isAnyConnected(setup);
  const [missed] = lastSession?.missed ?? [];
  if (lessons.active > 0 && !isInstalled)
    return nextStep({ waiting: 0, isInstalled, hasLogs: scan.logs > 0 });
  if (missed !== undefined)
    return { command: `lessons show ${missed.slug}`, why: "see why it was not shown" };
  if (waiting === 0 && pause !== null)
    return { command: "lessons pause --off", why: "show lessons to agents again" };
  if (waiting === 0 && isInstalled && (upkeep?.lessons ?? 0) > 0)
    return { command: "lessons doctor", why: "check the lessons that need attention" };
  return nextStep({ problem: problemIn(status), waiting, isInstalled, hasLogs: scan.logs > 0 });
}

function problemIn({ setup, isCacheWhole: isWhole }: Facts): string | undefined {
  const isSilent = setup.areHooksOff || setup.isIgnored || setup.problem !== null;
  return isSilent || !isWhole ? "see why lessons do not reach your agent" : undefined;
}

/** What the next step is chosen by. */
interface Facts extends QuickStatus {
  readonly isCacheWhole: boolean;
}
