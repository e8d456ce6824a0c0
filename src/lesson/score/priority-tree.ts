import type { Impact } from "./impact.ts";
import { priorityOfLevel, type Level } from "../record/level.ts";
import type { Score } from "./score.ts";

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
