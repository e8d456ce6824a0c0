import type { LessonStats } from "../stats/lesson-stats.ts";
import { grouped } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";

type Recurrence = NonNullable<LessonStats["recurrence"]>;

/** In how many sessions the mistake is made, before and since the lesson, and what that says. */
export function recurrenceWords(recurrence: Recurrence, look: Look): string {
  const { before, after } = recurrence;
  const made = `made in ${before.per100} → ${after.per100} of 100 sessions (${counted(before)} before, ${counted(after)} since)`;
  const times =
    before.withMistake > 0 && after.withMistake > 0
      ? `; where it is made, ${before.timesWhereMade} → ${after.timesWhereMade} times`
      : "";
  return `${made}${times}: ${verdictWords(recurrence, look)}`;
}

function counted({ withMistake, sessions }: Recurrence["before"]): string {
  return `${grouped(withMistake)} of ${grouped(sessions)}`;
}

function verdictWords({ says, fallPer100 }: Recurrence, { style }: Look): string {
  switch (says) {
    case "fell":
      return style(
        "green",
        `fewer sessions, by ${fallPer100?.low ?? 0} to ${fallPer100?.high ?? 0} of 100`,
      );
    case "rose":
      return style("red", "more sessions, beyond chance");
    case "no-difference":
      return "no difference in sessions beyond chance";
    case "too-few":
      return style("dim", "too few sessions to tell");
  }
}
