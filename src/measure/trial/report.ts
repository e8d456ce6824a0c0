import { sessionKey } from "../../capture/ledger/mistake.ts";
import { lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import {
  latestTrial,
  type Trial,
  type TrialEntry,
  trialEntries,
} from "../../deliver/trial/trials.ts";
import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import { lessonLenses } from "../effect/judge-deliveries.ts";
import { wilsonInterval, type Share } from "../statistics.ts";
import { type Arms, compareArms, type Comparison } from "./comparison.ts";
import { type JudgedEntry, judgeEntries } from "./outcomes.ts";

/** A trial: how it was made, who took part, what came of it. */
export interface TrialReport {
  readonly id: string;
  /** Of the sessions, in percent. */
  readonly sharePercent: number;
  readonly included: Trial["included"];
  readonly startedAt: Instant;
  readonly stoppedAt: Instant | null;
  /** How many are tried. */
  readonly triedLessons: number;
  /** Sessions in which one of them came or would have come. */
  readonly sessions: number;
  readonly draw: TrialDraw;
  /** Pairs of session and lesson whose log has not been read that far. They are in no comparison. */
  readonly pending: { readonly without: number; readonly with: number };
  readonly overAll: Comparison;
  /** Those with most sessions first. */
  readonly lessons: readonly TrialLesson[];
}

/** Whether the sides are as large as they were drawn. If not, something kept sessions of one side from being noted. */
interface TrialDraw {
  readonly without: number;
  readonly all: number;
  readonly isAsDrawn: boolean;
}

interface TrialLesson extends Comparison, Pick<Lesson, "slug" | "summary"> {}

/** The trial that runs, or the last one that did; undefined where there was none. What hooks noted has been taken over. */
export function trialReport(
  context: Pick<Context, "database" | "config">,
  trial: Trial | undefined = latestTrial(context.database),
): TrialReport | undefined {
  if (trial === undefined) return undefined;
  const { database } = context;
  const entries = trialEntries(database, trial.id);
  const lessons = trial.lessons.flatMap((id) => findLesson(database, id) ?? []);
  const judged = judgeEntries(database, trial, entries, triedLessons(context, lessons));
  const counted = judged.filter(({ outcome }) => outcome !== "pending");
  const byLesson = Map.groupBy(counted, ({ entry }) => entry.lesson);
  const arms = new Map([...byLesson].map(([id, own]) => [id, armsOf(own)]));
  const share = trial.share / 1000;
  const pendingOn = (isWithheld: boolean) =>
    judged.filter(({ entry, outcome }) => outcome === "pending" && entry.isWithheld === isWithheld)
      .length;
  return {
    id: trial.id,
    sharePercent: trial.share / 10,
    included: trial.included,
    startedAt: trial.startedAt,
    stoppedAt: trial.stoppedAt,
    triedLessons: trial.lessons.length,
    sessions: new Set(entries.map(sessionKey)).size,
    draw: drawOf(entries, share),
    pending: { without: pendingOn(true), with: pendingOn(false) },
    overAll: compareArms([...arms.values()], share),
    lessons: lessons
      .flatMap(({ id, slug, summary }) => {
        const own = arms.get(id);
        return own === undefined ? [] : [{ slug, summary, ...compareArms([own], share) }];
      })
      .toSorted(
        (one, other) => sessionsIn(other) - sessionsIn(one) || (one.slug < other.slug ? -1 : 1),
      ),
  };
}

function triedLessons(
  { database, config }: Pick<Context, "database" | "config">,
  lessons: readonly Lesson[],
) {
  const ready = lessons.flatMap(readyIfSound);
  const lenses = lessonLenses(ready, {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      ready.map(({ id }) => id),
    ),
  });
  return new Map<
    LessonId,
    { lens: NonNullable<ReturnType<typeof lenses.get>>; isBeforeCall: boolean }
  >(
    ready.flatMap(({ id, delivery }) => {
      const lens = lenses.get(id);
      return lens === undefined
        ? []
        : [[id, { lens, isBeforeCall: delivery !== "advise" }] as const];
    }),
  );
}

function armsOf(judged: readonly JudgedEntry[]): Arms {
  const side = (isWithheld: boolean): Share => {
    const own = judged.filter(({ entry }) => entry.isWithheld === isWithheld);
    return { hits: own.filter(({ outcome }) => outcome === "repeated").length, all: own.length };
  };
  return { without: side(true), with: side(false) };
}

function sessionsIn({ without, with: withIt }: Arms): number {
  return without.all + withIt.all;
}

function drawOf(entries: readonly TrialEntry[], share: number): TrialDraw {
  const without = entries.filter(({ isWithheld }) => isWithheld).length;
  const { low, high } = wilsonInterval({ hits: without, all: entries.length }, unlikely);
  return { without, all: entries.length, isAsDrawn: low <= share && share <= high };
}

/** Beyond this lies one draw of a thousand. */
const unlikely = 3.2905;
