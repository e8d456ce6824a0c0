import type { CallsOfLog } from "../../capture/ledger/ledger-call.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { backtestLogs, type Backtest } from "./backtest.ts";
import { ReplayReach, type Reach } from "../replay/reach.ts";
import { eachLogOfCalls, lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list-lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { requireLesson } from "../../lesson/find-lesson.ts";
import { makeLesson } from "../../lesson/make-lesson.ts";
import { requireDraft } from "../../lesson/read-draft.ts";
import { requireReady } from "../../deliver/compile/make-ready.ts";
import type { Context } from "../../platform/context.ts";

export type { Backtest } from "./backtest.ts";
export type { ReplayExample } from "../replay/examples.ts";

export interface BacktestRequest {
  readonly of:
    | { readonly are: "active" | "all" }
    | { readonly are: "named"; readonly names: readonly string[] }
    /** JSON, of a lesson that there is not. */
    | { readonly are: "trigger"; readonly text: string };
  readonly since?: string;
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
  const { database } = context;
  const lessons = await lessonsOf(context, of);
  const reach = new ReplayReach();
  const logs = counted(eachLogOfCalls(database, since === undefined ? {} : { since }), reach);
  const backtests = backtestLogs(lessons.map(readyToReplay), logs, {
    threshold: deliveryConfig(context.config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      lessons.map(({ id }) => id),
    ),
  });
  const isStored = of.are !== "trigger";
  const tested = lessons.flatMap((lesson) => {
    const found = backtests.get(lesson.id);
    return found === undefined ? [] : [{ lesson, isStored, backtest: found }];
  });
  return {
    reach: reach.of("global"),
    lessons: of.are === "named" ? tested : tested.toSorted(byFires),
  };
}

async function lessonsOf(
  { database, system }: Context,
  of: BacktestRequest["of"],
): Promise<readonly Lesson[]> {
  switch (of.are) {
    case "named":
      return [...new Map(of.names.map((name) => named(requireLesson(database, name)))).values()];
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

/** Somebody may name a lesson twice. */
function named(lesson: Lesson): readonly [string, Lesson] {
  return [lesson.id, lesson];
}

const placeholder = {
  kind: "pitfall",
  summary: "a trigger that is not stored",
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

export function* counted(logs: Iterable<CallsOfLog>, reach: ReplayReach): Generator<CallsOfLog> {
  for (const log of logs) {
    for (const call of log.calls) reach.add(call);
    yield log;
  }
}

export function byFires(one: TestedLesson, other: TestedLesson): number {
  const [here, there] = [one.backtest.replay, other.backtest.replay];
  return there.fired - here.fired || (one.lesson.slug < other.lesson.slug ? -1 : 1);
}
