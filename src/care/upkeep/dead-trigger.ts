import type { LessonRule } from "./lesson-rule.ts";

/** Active lessons whose trigger can no longer fire: patterns that we refuse, tools that no agent has. */
export const deadTrigger: LessonRule = ({ stage }, { settings, facts }) => {
  if (!settings.deadTriggers || stage.status !== "active") return undefined;
  if (facts.triggerProblems.length === 0) return undefined;
  return { does: "flag", because: facts.triggerProblems.slice(0, mostShown).join("; ") };
};

const mostShown = 3;
