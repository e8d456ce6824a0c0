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
      priority: inferPriority(modelOccasion(found)),
      confidence: repetitionConfidence(found.kind, found.count),
    };
  }
  const confidence = scoreConfidence(found.signals);
  if ("impactText" in found) {
    const score = inferPriority(saidOccasion(found));
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
    saidAs: found.origin === "correction" ? "user correction" : "explicit lesson",
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
    saidAs: isMistake ? "explicit lesson" : "suggestion",
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
  /** By the user against the agent, as a lesson, or as advice. */
  readonly saidAs: "user correction" | "explicit lesson" | "suggestion";
  readonly impact: Impact;
  /** How often it was seen before this time, so that 2 means the third time. */
  readonly repetitionCount: number;
  /** The user called it critical or important. */
  readonly userExplicit: boolean;
}

/** How much a lesson matters that somebody said, by the branch of the tree that decided it. */
export function inferPriority(occasion: Occasion): Score {
  const [level, because] = decide(occasion);
  const value = priorityOfLevel[level];
  return {
    value,
    formula: "priority-tree",
    parts: [{ label: `${because}: ${level}`, amount: value }],
    limits: [],
  };
}

function decide(occasion: Occasion): readonly [level: Level, because: string] {
  const { saidAs, impact, repetitionCount, userExplicit } = occasion;
  if (repetitionCount >= 2) return ["CRITICAL", "repeated mistake"];
  if (userExplicit) return ["CRITICAL", "the user called it critical"];
  if (saidAs === "suggestion") return ["MEDIUM", saidAs];
  return [levelByImpact[saidAs][impact], `${saidAs}, ${impact} impact`];
}

const levelByImpact = {
  "user correction": { production: "CRITICAL", quality: "HIGH", style: "MEDIUM", info: "MEDIUM" },
  "explicit lesson": { production: "HIGH", quality: "MEDIUM", style: "MEDIUM", info: "MEDIUM" },
} as const;

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
  return gravestFirst.find(([, pattern]) => pattern.test(words))?.[0] ?? "info";
}

const gravestFirst: readonly (readonly [Impact, RegExp])[] = [
  [
    "production",
    atWordStart(
      "deploy, release, production, publish, security, data loss, breaking, critical, users affected," +
        " downtime, rollback",
    ),
  ],
  [
    "quality",
    atWordStart(
      "test, bug, error, exception, crash, refactor, code quality, lint, type check, coverage, regression",
    ),
  ],
  ["style", atWordStart("style, format, naming, organize, readability, comment, documentation")],
];

function atWordStart(keywords: string): RegExp {
  const phrases = keywords.split(", ").map((keyword) => keyword.replaceAll(" ", "[\\s_-]*"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})`, "iu");
}
