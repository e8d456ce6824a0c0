import { daysBefore, type LessonRule } from "./lesson-rule.ts";

/** Active lessons that have had calls to fire at for a long time, and fired at none. */
export const neverMatched: LessonRule = ({ stage }, { now, settings, facts }) => {
  const { neverMatchedDays } = settings;
  if (!settings.neverMatched || stage.status !== "active" || facts.matching === undefined) {
    return undefined;
  }
  if (stage.since > daysBefore(now, neverMatchedDays)) return undefined;
  const { calls, fired } = facts.matching;
  if (fired > 0 || calls < fewestCalls) return undefined;
  return {
    does: "flag",
    because: `fired at none of the ${calls} calls of the last ${neverMatchedDays} days that it could have fired at`,
  };
};

/** Of fewer calls nothing can be said. */
const fewestCalls = 20;
