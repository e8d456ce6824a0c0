import type { LessonId } from "../../lesson/record/lesson.ts";
import type { JudgedDelivery } from "../effect/judge-deliveries.ts";

/** How many of the deliveries somebody did not want. */
export interface FalsePositives {
  readonly delivered: number;
  readonly overruled: number;
  /** Times that a person called a lesson not helpful, together with the overruled ones at most one a delivery of it. */
  readonly notHelpful: number;
  readonly percent: number;
  readonly isTooMany: boolean;
  /** Only when there are too many. */
  readonly proposal: ThresholdProposal | null;
}

/** A higher `relevanceThreshold`, and what it would have kept out. */
interface ThresholdProposal {
  readonly threshold: number;
  readonly keptOut: number;
  readonly unwantedKeptOut: number;
  readonly percentLeft: number;
}

const mostPercent = 10;
/** The setting is a fraction. Lessons that fit better than this cannot be kept out by it. */
const highestThreshold = 1000;

/** `threshold` in thousandths, as scores are. */
export function falsePositives(
  judged: readonly JudgedDelivery[],
  notHelpful: ReadonlyMap<LessonId, number>,
  threshold: number,
): FalsePositives {
  const all = countAbove(judged, notHelpful, 0);
  const isTooMany = all.percent > mostPercent;
  return {
    ...all,
    isTooMany,
    proposal: isTooMany ? proposalFor(judged, notHelpful, threshold) : null,
  };
}

/** The lowest threshold that brings it down far enough; otherwise the one that brings it down most. */
function proposalFor(
  judged: readonly JudgedDelivery[],
  notHelpful: ReadonlyMap<LessonId, number>,
  threshold: number,
): ThresholdProposal | null {
  const now = countAbove(judged, notHelpful, 0);
  const steps = new Set(judged.map(({ note }) => stepAbove(note.score)));
  const tried = [...steps]
    .filter((score) => score > threshold && score <= highestThreshold)
    .toSorted((one, other) => one - other)
    .map((score) => ({ score, left: countAbove(judged, notHelpful, score) }));
  const best =
    tried.find(({ left }) => left.percent <= mostPercent) ??
    tried.toSorted((one, other) => one.left.percent - other.left.percent)[0];
  if (best === undefined || best.left.percent >= now.percent) return null;
  return {
    threshold: best.score / 1000,
    keptOut: now.delivered - best.left.delivered,
    unwantedKeptOut: now.overruled + now.notHelpful - best.left.overruled - best.left.notHelpful,
    percentLeft: best.left.percent,
  };
}

/** The next hundredth, because people set it by hand. */
function stepAbove(score: number): number {
  return (Math.floor(score / 10) + 1) * 10;
}

/** Nobody can complain about more than was delivered. */
function countAbove(
  judged: readonly JudgedDelivery[],
  notHelpful: ReadonlyMap<LessonId, number>,
  score: number,
) {
  const delivered = judged.filter(({ note }) => note.score >= score);
  let [overruled, complaints] = [0, 0];
  for (const [lesson, own] of Map.groupBy(delivered, ({ note }) => note.lesson)) {
    const taken = own.filter(({ effect }) => effect.verdict === "overruled").length;
    overruled += taken;
    complaints += Math.min(notHelpful.get(lesson) ?? 0, own.length - taken);
  }
  const share = delivered.length === 0 ? 0 : (overruled + complaints) / delivered.length;
  return {
    delivered: delivered.length,
    overruled,
    notHelpful: complaints,
    percent: Math.round(share * 1000) / 10,
  };
}
