import { retiring, type LessonRule } from "./lesson-rule.ts";

/** Lessons that were overruled or called not helpful too often for how often they came. */
export const unhelpful: LessonRule = ({ stage }, { settings, facts }) => {
  const { reception } = facts;
  if (settings.unhelpful === "off" || stage.status !== "active" || reception === undefined) {
    return undefined;
  }
  const { delivered, overruled, helpful, notHelpful } = reception;
  const bad = overruled + notHelpful;
  // Feedback may be older than what we know of deliveries, and be about more of them.
  const all = Math.max(delivered, bad + helpful);
  if (bad < settings.unhelpfulLeast || bad <= all * settings.unhelpfulShare) return undefined;
  return {
    does: retiring(settings.unhelpful),
    because: `of ${all} deliveries ${overruled} were overruled and ${notHelpful} called not helpful`,
  };
};
