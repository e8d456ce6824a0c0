import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { backtestLogs, type Backtest } from "./backtest.ts";
import { ReplayReach, type Reach } from "../replay/tally.ts";
import {
  eachLogOfCalls,
  lessonOrigins,
  type ReplayPeriod,
} from "../../capture/ledger/replay-calls.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { requireLesson } from "../../lesson/find.ts";
import { makeLesson } from "../../lesson/add.ts";
import { requireDraft } from "../../lesson/draft.ts";
import { requireReady } from "../../deliver/compile/make-ready.ts";
import type { ReplayOptions } from "../replay/replay.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Context } from "../../platform/context.ts";

export interface BacktestRequest {
  readonly of:
    | { readonly are: "active" | "all" }
    | { readonly are: "named"; readonly names: readonly string[] }
    /** JSON, of a lesson that there is not. */
    | { readonly are: "trigger"; readonly text: string };
  readonly since?: string | undefined;
}

export interface BacktestReport {
  /** Everything that was replayed. */
  readonly reach: Reach;
  /** As they were named, otherwise those that fire most first. */
  readonly lessons: readonly TestedLesson[];
}

export interface TestedLesson {
  readonly lesson: Lesson;
  readonly isStored: boolean;
  readonly backtest: Backtest;
}

/** Replays lessons over the calls that were made, and says what they would have done. Nothing is written. */
export async function backtest(
  context: Context,
  { of, since }: BacktestRequest,
): Promise<BacktestReport> {
  const lessons = await lessonsOf(context, of);
  const report = backtestHistory(context, lessons, { since }, { isStored: of.are !== "trigger" });
  return of.are === "named" ? report : { ...report, lessons: report.lessons.toSorted(byFires) };
}

async function lessonsOf(
  { database, system }: Context,
  of: BacktestRequest["of"],
): Promise<readonly Lesson[]> {
  switch (of.are) {
    case "named":
      // Somebody may name a lesson twice.
      return [...new Set(of.names.map((name) => requireLesson(database, name).id))].map((id) =>
        requireLesson(database, id),
      );
    case "trigger": {
      const draft = await requireDraft(
        { ...placeholder, triggers: triggerFrom(of.text) },
        "--trigger",
      );
      const defaults = { by: "person", priority: 7, confidence: 1, source: "manual" } as const;
      return [makeLesson(draft, { status: "candidate", ...defaults }, system)];
    }
    case "active":
      return [...eachLesson(database, { statuses: ["active"] })].map(lessonFromRow);
    case "all":
      return [...eachLesson(database, { statuses: ["candidate", "reviewed", "active"] })].map(
        lessonFromRow,
      );
  }
}

const placeholder = {
  kind: "pitfall",
  summary: "a trigger to try",
  body: { mistake: "none yet", remediation: "none yet" },
};

function triggerFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault("bad-input", `--trigger is not JSON: ${text.slice(0, 80)}`, {
      hint: `for example --trigger '{"commandPatterns":["^git\\\\s+stash\\\\b"]}'`,
      cause: error,
    });
  }
}

/** For a replay only: what it says does not matter. */
export function readyToReplay(lesson: Lesson): ReadyLesson {
  return requireReady({ lesson, origin: { sessions: 0 } });
}

interface HistoryOptions extends Pick<ReplayOptions, "onCall"> {
  /** The store that knows where the lessons come from. */
  readonly from?: Database;
  readonly isStored?: boolean;
}

/** Replays lessons over a period of this person's history. They come back in the order in which they were given. */
export function backtestHistory(
  { database, config }: Pick<Context, "database" | "config">,
  lessons: readonly Lesson[],
  period: ReplayPeriod,
  { from = database, isStored = true, onCall }: HistoryOptions = {},
): BacktestReport {
  const reach = new ReplayReach();
  const ids = lessons.map(({ id }) => id);
  const backtests = backtestLogs(lessons.map(readyToReplay), eachLogOfCalls(database, period), {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(from, ids),
    onCall: (call, firing) => {
      reach.add(call);
      onCall?.(call, firing);
    },
  });
  return {
    reach: reach.of("global"),
    lessons: lessons.flatMap((lesson) => {
      const found = backtests.get(lesson.id);
      return found === undefined ? [] : [{ lesson, isStored, backtest: found }];
    }),
  };
}

export function byFires(one: TestedLesson, other: TestedLesson): number {
  const [here, there] = [one.backtest.replay, other.backtest.replay];
  return there.fired - here.fired || (one.lesson.slug < other.lesson.slug ? -1 : 1);
}
