import type { LessonRule } from "./lesson-rule.ts";

/** Lessons that speak of files which their project does not have any more. */
export const missingFiles: LessonRule = (_, { settings, facts }) => {
  const [first, ...others] = facts.missingFiles;
  if (!settings.missingFiles || first === undefined) return undefined;
  const shown = [first, ...others.slice(0, mostShown - 1)].join(", ");
  const more = others.length < mostShown ? "" : ` and ${others.length - mostShown + 1} more`;
  const gone = others.length === 0 ? "a file that is gone" : "files that are gone";
  return { does: "flag", because: `names ${gone}: ${shown}${more}` };
};

const mostShown = 3;
