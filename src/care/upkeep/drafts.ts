import { daysBefore, retiring, type LessonRule } from "./lesson-rule.ts";

/** Candidates that nobody has decided about, changed or seen again for a long time. */
export const drafts: LessonRule = ({ stage, updatedAt }, { now, settings, facts }) => {
  if (settings.drafts === "off" || stage.status !== "candidate") return undefined;
  const touched = [stage.since, updatedAt, facts.lastSeenAt ?? ""];
  const lastTouched = touched.reduce((newest, at) => (at > newest ? at : newest));
  if (lastTouched > daysBefore(now, settings.draftExpiryDays)) return undefined;
  return {
    does: retiring(settings.drafts),
    because: "a draft that nobody has decided about",
    seen: `untouched since ${lastTouched.slice(0, 10)}`,
  };
};
