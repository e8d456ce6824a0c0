import {
  defaultPriorityWeights,
  scoreConfidence,
  scorePriority,
  type PriorityWeights,
  type Signals,
} from "./observed-signals.ts";
import { priorityOfLevel, type Level } from "../record/level.ts";
import { repetitionConfidence, type ObservedKind } from "./repetition.ts";

/** What is known about a lesson that was found, by where it was found. */
export type FoundLesson = FoundInCall | FoundInWords | FoundByModel;

/** A call that failed, or the agent's `#lesson` tag about one. */
interface FoundInCall {
  readonly origin: "failed-call" | "lesson-tag";
  readonly signals: Signals;
}

/**
 * Something that was said in the session. A block that names its own level keeps that one: its
 * priority was given, and is not asked for here.
 */
interface FoundInWords {
  readonly origin: "correction" | "explicit-lesson" | "block";
  readonly signals: Signals;
  /** What was said, and what it was said about. */
  readonly impactText: string;
  /** The user called it critical or important. */
  readonly userExplicit: boolean;
}

/** An observation by the model that reads the sessions afterwards. */
interface FoundByModel {
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
  found: FoundLesson,
  weights: PriorityWeights = defaultPriorityWeights,
): LessonScores {
  if (found.origin === "llm") {
    return {
      priority: inferPriority(modelOccasion(found)).score,
      confidence: repetitionConfidence(found.kind, found.count),
    };
  }
  const confidence = scoreConfidence(found.signals);
  if ("impactText" in found) {
    const { score } = inferPriority(saidOccasion(found));
    return { priority: isDoubtful(found) ? atMostMedium(score) : score, confidence };
  }
  return { priority: scorePriority(found.signals, weights), confidence };
}

/** Words that one person said once, and that only may be a correction, must not push aside what failed ten times. */
function isDoubtful({ signals }: FoundInWords): boolean {
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

function saidOccasion(found: FoundInWords): Occasion {
  return {
    correctionType: found.origin === "correction" ? "user_correction" : "explicit_lesson",
    impact: classifyImpact(found.impactText),
    // Other sessions only: a user who says it three times in one session is talking about one mistake.
    repetitionCount: found.signals.sessionCount - 1,
    userExplicit: found.userExplicit,
  };
}

/**
 * A pitfall is a mistake, and a repeated mistake is critical. A workflow, a procedure or a decision
 * that comes again is a habit: that makes it more certain, which the confidence says, not more urgent.
 */
function modelOccasion({ kind, count, impactText }: FoundByModel): Occasion {
  const isMistake = kind === "pitfall";
  return {
    correctionType: isMistake ? "explicit_lesson" : "suggestion",
    impact: classifyImpact(impactText),
    repetitionCount: isMistake ? count - 1 : 0,
    userExplicit: false,
  };
}

/**
 * A number and how it came about, so that a person can see why and disagree.
 * The parts add up to the value, except where `limits` cut the sum.
 */
export interface Score {
  readonly value: number;
  readonly formula: Formula;
  readonly parts: readonly ScorePart[];
  /** What held the sum up or down after adding: a clamp, a cap, a floor. */
  readonly limits: readonly ScorePart[];
}

export interface ScorePart {
  readonly label: string;
  readonly amount: number;
}

/** Which of the documents' formulas ran. */
export const formulas = ["observed-signals", "priority-tree", "repetition"] as const;
type Formula = (typeof formulas)[number];

/** What the tree looks at. */
export interface Occasion {
  /** How the lesson was said: by the user against the agent, as a lesson, as advice, or otherwise. */
  readonly correctionType: "user_correction" | "explicit_lesson" | "suggestion" | "other";
  readonly impact: Impact;
  /** How often it was seen before this time, so that 2 means the third time. */
  readonly repetitionCount: number;
  /** The user called it critical or important. */
  readonly userExplicit: boolean;
}

/** The level of a lesson that somebody said, and the branch of the tree that decided it. */
export function inferPriority(occasion: Occasion): { level: Level; score: Score } {
  const { level, because } = decide(occasion);
  const value = priorityOfLevel[level];
  return {
    level,
    score: {
      value,
      formula: "priority-tree",
      parts: [{ label: `${because}: ${level}`, amount: value }],
      limits: [],
    },
  };
}

function decide(occasion: Occasion): { level: Level; because: string } {
  const { correctionType, impact } = occasion;
  if (occasion.repetitionCount >= 2) return { level: "CRITICAL", because: "repeated mistake" };
  if (occasion.userExplicit) return { level: "CRITICAL", because: "the user called it critical" };
  if (correctionType === "user_correction") {
    return { level: levelOfCorrection(impact), because: `user correction, ${impact} impact` };
  }
  if (correctionType === "explicit_lesson") {
    const level = impact === "production" ? "HIGH" : "MEDIUM";
    return { level, because: `explicit lesson, ${impact} impact` };
  }
  if (correctionType === "suggestion") return { level: "MEDIUM", because: "suggestion" };
  return { level: "LOW", because: "nothing above applies" };
}

function levelOfCorrection(impact: Impact): Level {
  if (impact === "production") return "CRITICAL";
  if (impact === "quality") return "HIGH";
  return "MEDIUM";
}

/** What is at stake in a text. */
export const impacts = ["production", "quality", "style", "info"] as const;
export type Impact = (typeof impacts)[number];

/**
 * The gravest impact that a keyword of the text points to, `info` when none does.
 *
 * A keyword counts where a word starts, with any ending: `deploy` is in "deployment", `test` is not in
 * "latest". Words also start inside identifiers (`TypeError`, `ERR_CRASH`), because the texts quote
 * code. Between the words of a phrase there may be space, `-`, `_` or nothing: "data-loss", "typecheck".
 */
export function classifyImpact(text: string): Impact {
  const words = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return gravestFirst.find(({ pattern }) => pattern.test(words))?.impact ?? "info";
}

const gravestFirst: readonly { readonly impact: Impact; readonly pattern: RegExp }[] = [
  {
    impact: "production",
    pattern: atWordStart(
      "deploy, release, production, publish, security, data loss, breaking, critical, users affected," +
        " downtime, rollback",
    ),
  },
  {
    impact: "quality",
    pattern: atWordStart(
      "test, bug, error, exception, crash, refactor, code quality, lint, type check, coverage, regression",
    ),
  },
  {
    impact: "style",
    pattern: atWordStart("style, format, naming, organize, readability, comment, documentation"),
  },
];

function atWordStart(keywords: string): RegExp {
  const phrases = keywords.split(", ").map((keyword) => keyword.replaceAll(" ", "[\\s_-]*"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})`, "iu");
}
