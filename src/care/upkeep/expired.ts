import { retiring, type LessonRule } from "./lesson-rule.ts";
import { parseValidUntil } from "./valid-until.ts";
import { compareVersions, isAfter } from "./version.ts";

/** Lessons whose `validUntil` has passed: a date, or a version of something that is known where they hold. */
export const expired: LessonRule = (lesson, { now, settings, facts }) => {
  const { validUntil } = lesson;
  if (settings.expired === "off" || validUntil === undefined) return undefined;
  const text = validUntil.slice(0, longestShown);
  const until = parseValidUntil(validUntil);
  if (until === undefined) {
    return {
      does: "nothing",
      because: `valid until "${text}", which is neither a date nor a version`,
    };
  }
  const passed = {
    does: retiring(settings.expired),
    because: `valid until ${text}, and that has passed`,
  };
  if (until.is === "time") return now >= until.end ? passed : undefined;

  const known = facts.versionOf(until.name);
  if (known === undefined) {
    const whose =
      until.name === undefined ? "the version of its project" : `the version of ${until.name}`;
    return { does: "nothing", because: `valid until ${text}, and ${whose} is not known here` };
  }
  const isPast = until.isIncluded
    ? isAfter(known.version, until.version)
    : compareVersions(known.version, until.version) >= 0;
  return isPast ? { ...passed, seen: known.words } : undefined;
};

const longestShown = 80;
