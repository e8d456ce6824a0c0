import { lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { readyLessons } from "../../deliver/compile/make-ready.ts";
import {
  insertTrial,
  type Protected,
  runningTrial,
  type Trial,
} from "../../deliver/trial/trials.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { mistakeShownBy } from "../effect/judge-deliveries.ts";

export interface TrialRequest {
  /** Of the sessions, in thousandths. */
  readonly share: number;
  readonly included: readonly Protected[];
}

/** A trial that has begun, and how many lessons come in every session all the same. */
export interface StartedTrial {
  readonly trial: Omit<Trial, "stoppedAt">;
  /** Because of what they are. */
  readonly protected: Readonly<Record<Protected, number>>;
  /** Because nothing in a log could show that their mistake was made again: withholding them would teach nothing. */
  readonly unseen: number;
}

/** Starts a trial of the lessons that are active now. Those that come later are no part of it. */
export function startTrial(
  { database, config, system }: Pick<Context, "database" | "config" | "system">,
  { share, included }: TrialRequest,
): StartedTrial {
  const running = runningTrial(database);
  if (running !== undefined)
    throw new Fault(
      "already-there",
      `a trial is already running since ${running.startedAt.slice(0, 10)}`,
      {
        hint: "progress: lessons trial; to end it: lessons trial stop",
      },
    );
  const lessons = readyLessons(database, config).lessons.filter(
    ({ injectOn }) => injectOn.length > 0,
  );
  const kept = { critical: 0, hold: 0, fix: 0 };
  const open = lessons.filter((lesson) => {
    const because = protectionOf(lesson);
    if (because === undefined || included.includes(because)) return true;
    kept[because] += 1;
    return false;
  });
  const origins = lessonOrigins(
    database,
    open.map(({ id }) => id),
  );
  const members = open.filter((lesson) => mistakeShownBy(lesson, origins) !== undefined);
  if (members.length === 0)
    throw new Fault("no-such-lesson", nothingToTry(lessons.length, open.length), {
      hint: "approve candidates (lessons review), or include protected lessons: --include critical,hold,fix",
    });
  const trial = {
    id: system.newId(),
    share,
    included,
    lessons: members.map(({ id }) => id),
    startedAt: system.now(),
  };
  insertTrial(database, trial);
  return { trial, protected: kept, unseen: open.length - members.length };
}

/** Why a session should not go without it, the most important first. */
function protectionOf({ priority, delivery }: ReadyLesson): Protected | undefined {
  if (levelOf(priority) === "CRITICAL") return "critical";
  return delivery === "advise" ? undefined : delivery;
}

function nothingToTry(active: number, open: number): string {
  if (active === 0) return "no active lesson reaches an agent, so there is nothing to test";
  return open === 0
    ? "all active lessons are CRITICAL, hold or fix, which a trial does not withhold"
    : "no active lesson is about a mistake that logs can show";
}
