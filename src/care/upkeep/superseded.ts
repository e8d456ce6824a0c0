import { retiring, type LessonRule } from "./lesson-rule.ts";

/** Lessons that another one, which is in use, has replaced. */
export const superseded: LessonRule = (lesson, { settings, successors }) => {
  if (settings.superseded === "off") return undefined;
  const [successor] = successors;
  if (successor?.stage.status !== "active") return undefined;
  if (successors.some(({ id }) => id === lesson.id)) {
    // Otherwise both would go, and with them what they say.
    return {
      does: "nothing",
      because: `replaced by ${successor.slug}, which is itself said to be replaced by this one`,
    };
  }
  return { does: retiring(settings.superseded), because: `replaced by ${successor.slug}` };
};
