import { classifyImpact } from "./impact.ts";
import {
  defaultPriorityWeights,
  scoreConfidence,
  scorePriority,
  type PriorityWeights,
  type Signals,
} from "./observed-signals.ts";
import { priorityOfLevel } from "../record/level.ts";
import { inferPriority, type Occasion } from "./priority-tree.ts";
import { repetitionConfidence, type ObservedKind } from "./repetition.ts";
import type { Score } from "./score.ts";

/** What is known about a lesson that was found, by where it was found. */
export type Finding = CallFinding | SaidFinding | ModelFinding;

/** A call that failed, or the agent's `#lesson` tag about one. */
interface CallFinding {
  readonly origin: "failed-call" | "lesson-tag";
  readonly signals: Signals;
}

/**
 * Something that was said in the session. A block that names its own level keeps that one: its
 * priority was given, and is not asked for here.
 */
interface SaidFinding {
  readonly origin: "correction" | "explicit-lesson" | "block";
  readonly signals: Signals;
  /** What was said, and what it was said about. */
  readonly impactText: string;
  /** The user called it critical or important. */
  readonly userExplicit: boolean;
}

/** An observation by the model that reads the sessions afterwards. */
interface ModelFinding {
  readonly origin: "llm";
  readonly kind: ObservedKind;
  readonly count: number;
  readonly impactText: string;
}

export interface LessonScores {
  readonly priority: Score;
  readonly confidence: Score;
}

/** The scores of a lesson by the formulas that hold for its origin; each score says which one ran. */
export function scoreLesson(
  finding: Finding,
  weights: PriorityWeights = defaultPriorityWeights,
): LessonScores {
  if (finding.origin === "llm") {
    return {
      priority: inferPriority(modelOccasion(finding)).score,
      confidence: repetitionConfidence(finding.kind, finding.count),
    };
  }
  const confidence = scoreConfidence(finding.signals);
  if ("impactText" in finding) {
    const { score } = inferPriority(saidOccasion(finding));
    return { priority: isDoubtful(finding) ? atMostMedium(score) : score, confidence };
  }
  return { priority: scorePriority(finding.signals, weights), confidence };
}

/** Words that one person said once, and that only may be a correction, must not push aside what failed ten times. */
function isDoubtful({ signals }: SaidFinding): boolean {
  return signals.isOnlyNominated === true && signals.sessionCount < 2;
}

function atMostMedium(score: Score): Score {
  const most = priorityOfLevel.MEDIUM;
  if (score.value <= most) return score;
  const limit = {
    label: "nominated only, one session: at most MEDIUM",
    amount: most - score.value,
  };
  return { ...score, value: most, limits: [...score.limits, limit] };
}

function saidOccasion(finding: SaidFinding): Occasion {
  return {
    correctionType: finding.origin === "correction" ? "user_correction" : "explicit_lesson",
    impact: classifyImpact(finding.impactText),
    // Other sessions only: a user who says it three times in one session is talking about one mistake.
    repetitionCount: finding.signals.sessionCount - 1,
    userExplicit: finding.userExplicit,
  };
}

/**
 * A pitfall is a mistake, and a repeated mistake is critical. A workflow, a procedure or a decision
 * that comes again is a habit: that makes it more certain, which the confidence says, not more urgent.
 */
function modelOccasion({ kind, count, impactText }: ModelFinding): Occasion {
  const isMistake = kind === "pitfall";
  return {
    correctionType: isMistake ? "explicit_lesson" : "suggestion",
    impact: classifyImpact(impactText),
    repetitionCount: isMistake ? count - 1 : 0,
    userExplicit: false,
  };
}
