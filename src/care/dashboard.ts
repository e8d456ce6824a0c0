import type { Machine } from "../agents/adapter.ts";
import { countMaybe } from "../lesson/table/list.ts";
import { recurringPicture, type RecurringPicture } from "../measure/start/start.ts";
import { nextStep, type NextStep } from "../measure/start/next-step.ts";
import type { Context } from "../platform/context.ts";
import type { Paths } from "../platform/paths.ts";
import { showStatus, type StatusReport } from "./show-status.ts";

/** What a person sees first: how the last session went, what comes back, what waits, and one thing to do. */
export interface Dashboard extends Pick<
  StatusReport,
  "lessons" | "setup" | "pause" | "isSwitchedOff" | "lastSession" | "refusedReports" | "upkeep"
> {
  /** No log was read and no lesson is there. */
  readonly isEmpty: boolean;
  /** Candidates that a person should look at, and those that are only a maybe. */
  readonly waiting: { readonly first: number; readonly maybe: number };
  readonly comesBack: RecurringPicture;
  readonly next: NextStep;
}

/** `context` with the settings of the hooks. Nothing is changed. */
export function dashboard(context: Context, paths: Paths, machine: Machine): Dashboard {
  const status = showStatus(context, paths, machine);
  const { lessons, setup, pause, isSwitchedOff, lastSession, refusedReports, upkeep } = status;
  const maybe = countMaybe(context.database);
  const first = lessons.candidate - maybe + lessons.reviewed;
  const isEmpty = status.scan.logs === 0 && Object.values(lessons).every((count) => count === 0);
  return {
    isEmpty,
    lessons,
    setup,
    pause,
    isSwitchedOff,
    lastSession,
    comesBack: recurringPicture(context),
    waiting: { first, maybe },
    refusedReports,
    upkeep,
    next: isEmpty ? firstStep : stepFor(status, first),
  };
}

const firstStep: NextStep = {
  command: "lessons start",
  why: "read your agents' logs and see which mistakes come back",
};

/** What keeps approved lessons from coming is first, then what waits, then what could be better. */
function stepFor(status: StatusReport, waiting: number): NextStep {
  const { lessons, setup, pause, lastSession, upkeep, scan } = status;
  const isInstalled = setup.way !== "none";
  const [missed] = lastSession?.missed ?? [];
  if (lessons.active > 0 && !isInstalled)
    return nextStep({ waiting: 0, isInstalled, hasLogs: scan.logs > 0 });
  if (missed !== undefined)
    return { command: `lessons explain ${missed.slug}`, why: "see why it did not come" };
  if (waiting === 0 && pause !== null)
    return { command: "lessons resume", why: "deliver lessons again" };
  if (waiting === 0 && isInstalled && (upkeep?.lessons ?? 0) > 0)
    return { command: "lessons upkeep", why: "look at the lessons that need attention" };
  return nextStep({ problem: problemIn(status), waiting, isInstalled, hasLogs: scan.logs > 0 });
}

function problemIn({ setup, compiled }: StatusReport): string | undefined {
  const isSilent = setup.areHooksOff || setup.isIgnored || setup.problem !== null;
  const isDamaged = (compiled?.damaged.length ?? 0) > 0;
  return isSilent || isDamaged ? "lessons do not reach your agent: see why" : undefined;
}
