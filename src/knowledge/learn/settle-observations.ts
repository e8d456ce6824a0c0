import { storeChange } from "../../lesson/change.ts";
import { moveOf } from "../../lesson/move.ts";
import { bodyText } from "../../lesson/record/body.ts";
import type { UnmetGate } from "../../lesson/record/gate-finding.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Verdict } from "../../lesson/record/lifecycle.ts";
import { isReadyForReview, thresholds } from "../../lesson/score/repetition.ts";
import { scoreLesson, type LessonScores, type Score } from "../../lesson/score/score.ts";
import { updateLesson } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { artifactDeleted } from "../render/reconcile-project.ts";
import type { LearningSettings } from "./learning-settings.ts";
import { observationsIn, type StoredObservation } from "./observations.ts";

/** What became of observations by themselves. */
export interface SettledObservations {
  /** Candidates again, because they were seen after what was made of them had been deleted. */
  readonly revived: readonly Lesson[];
  readonly reviewed: readonly Lesson[];
  readonly activated: readonly Lesson[];
  /** Reviewed, and active but for these gates. */
  readonly ungated: readonly UngatedObservation[];
}

interface UngatedObservation {
  readonly lesson: Lesson;
  readonly unmet: readonly UnmetGate[];
}

export interface SettleOptions extends Pick<LearningSettings, "autoActivate"> {
  /** The required gates that a lesson does not meet: `autoActivate` is no way around them. */
  readonly unmetGates: (lesson: Lesson) => readonly UnmetGate[];
}

/**
 * Brings the observations of a project into line with how often they were seen, inside the caller's transaction.
 * Numbers that a person gave, and lessons that a person has decided on, stay.
 */
export function settleObservations(
  context: Context,
  { scope }: LearningPlace,
  { autoActivate, unmetGates }: SettleOptions,
  grown: ReadonlySet<LessonId>,
): SettledObservations {
  const revived: Lesson[] = [];
  const reviewed: Lesson[] = [];
  const activated: Lesson[] = [];
  const ungated: UngatedObservation[] = [];
  for (const stored of observationsIn(context.database, [scope, "machine", "global"])) {
    let lesson: Lesson = stored.lesson;
    if (grown.has(lesson.id) && isDeleted(stored)) {
      lesson = move(context, lesson, seenAgain);
      revived.push(lesson);
    }
    if (!isOurs(lesson)) continue;
    lesson = weigh(context, lesson, stored);
    if (lesson.stage.status === "candidate" && isReady(stored)) {
      lesson = move(context, lesson, enough(stored));
      reviewed.push(lesson);
    }
    const isWanted = autoActivate.some((kind) => kind === lesson.kind);
    if (!isWanted || lesson.stage.status !== "reviewed" || lesson.delivery !== "advise") continue;
    const unmet = unmetGates(lesson);
    if (unmet.length > 0) ungated.push({ lesson, unmet });
    else activated.push(move(context, lesson, switchedOn));
  }
  return { revived, reviewed, activated, ungated };
}

/** Nobody but a model and the thresholds has decided on it yet. */
function isOurs({ stage }: Lesson): boolean {
  return stage.status === "candidate" || (stage.status === "reviewed" && stage.by === "threshold");
}

function isDeleted({ lesson: { stage } }: StoredObservation): boolean {
  return stage.status === "archived" && stage.because.startsWith(artifactDeleted);
}

/** A number without a breakdown is a person's. */
function weigh({ database, system }: Context, lesson: Lesson, observed: StoredObservation): Lesson {
  const { scores } = lesson;
  if (scores === undefined) return lesson;
  const { priority, confidence } = weighObservation(observed);
  const weighed: Lesson = {
    ...lesson,
    priority: scores.priority === undefined ? lesson.priority : priority.value,
    confidence: scores.confidence === undefined ? lesson.confidence : confidence.value,
    scores: {
      priority: scores.priority && priority,
      confidence: scores.confidence && confidence,
    },
  };
  if (JSON.stringify(weighed) === JSON.stringify(lesson)) return lesson;
  const after = { ...weighed, updatedAt: system.now() };
  updateLesson(database, after);
  return after;
}

function move({ database, system }: Context, lesson: Lesson, verdict: Verdict): Lesson {
  // The thresholds have judged the confidence already.
  const change = moveOf(lesson, verdict, { now: system.now(), minConfidence: 0, force: true });
  storeChange(database, change);
  return change.after;
}

const seenAgain: Verdict = {
  verdict: "restore",
  by: "threshold",
  because: "seen again after its rendered file was deleted",
};

function enough({ count }: StoredObservation): Verdict {
  return { verdict: "review", by: "threshold", because: `seen in ${count} sessions` };
}

const switchedOn: Verdict = {
  verdict: "approve",
  by: "threshold",
  because: "learning.autoActivate names its kind",
};

/** The scores of an observation by how often it was seen, so that the order of sightings makes no difference. */
export function weighObservation({
  lesson,
  count,
  deletions,
}: Pick<StoredObservation, "lesson" | "count" | "deletions">): LessonScores {
  const { kind, summary, body } = lesson;
  const { priority, confidence } = scoreLesson({
    origin: "llm",
    kind,
    count,
    impactText: `${summary}\n${bodyText(kind, body)}`,
  });
  return { priority, confidence: doubted(confidence, deletions) };
}

/** Whether it has been seen often and long enough to be put before a person, and says something. */
export function isReady(observed: StoredObservation): boolean {
  const { kind } = observed.lesson;
  return (
    isReadyForReview({ ...observed, kind }) &&
    weighObservation(observed).confidence.value >= thresholds[kind].promoteAt
  );
}

/** Whoever deletes a file says that they do not want it. That is not forgotten when it is seen again. */
function doubted(score: Score, deletions: number): Score {
  if (deletions === 0) return score;
  const value = hundredths(score.value * deletionFactor ** deletions);
  const label = `deleted ${deletions === 1 ? "once" : `${deletions} times`}: × ${deletionFactor} each time`;
  return {
    ...score,
    value,
    limits: [...score.limits, { label, amount: hundredths(value - score.value) }],
  };
}

const deletionFactor = 0.3;

function hundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}
