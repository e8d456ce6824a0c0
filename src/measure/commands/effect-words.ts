import type { LessonStats } from "../stats/lesson-stats.ts";
import type { Effect, EffectVerdict } from "../effect/judge-effect.ts";
import { grouped } from "../../cli/layout.ts";
import type { Look } from "../../cli/level-word.ts";
import type { StyleName } from "../../cli/terminal.ts";

/** What came of a delivery, in words. */
export function effectWords(effect: Effect): string {
  return words[effect.because];
}

const words: Readonly<Record<Effect["because"], string>> = {
  changed: "a call of that kind had the fix and went well",
  "ran-corrected": "the corrected call ran and went well",
  "failed-again": "a call failed as the lesson says",
  "fired-again": "such a call was made again",
  refused: "a person refused the changed call",
  corrected: "a person corrected the agent after the changed call",
  "said-otherwise": "a person said otherwise, and such a call was made again and went well",
  insisted: "the held call was made again as it was, and went well",
  "log-not-read": "the log has not been read that far: lessons scan",
  "call-not-found": "the log does not show the call",
  "nothing-followed": "no call followed",
  "not-in-ledger": "it goes by something that the ledger does not keep",
  "items-followed": "everything that it names followed",
  "no-item-followed": "nothing that it names followed",
  "some-items-followed": "some of what it names followed, not all",
  "items-done-before": "everything that it names was done before",
  "about-files": "it is about a file, and the ledger keeps no contents",
  "no-such-call": "no call of that kind followed soon",
  "changed-and-failed": "a call of that kind was changed, and did not go well",
  "result-not-seen": "nobody saw the result of the corrected call: lessons init connects it",
  "other-call-ran": "another hook changed the call, too, and its version ran",
  "fixed-and-failed": "the corrected call ran, and failed",
  "made-again": "such a call was made again, and did not fail as the lesson says",
};

/** `1 delivery`, `3 deliveries`. */
export function deliveryCount(count: number): string {
  return count === 1 ? "1 delivery" : `${grouped(count)} deliveries`;
}

export const effectStyles: Readonly<Record<EffectVerdict, StyleName>> = {
  heeded: "green",
  fixed: "green",
  repeated: "yellow",
  overruled: "red",
  unclear: "dim",
};

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

/** Said wherever before and since are compared. */
export const noExperiment =
  "Before and since is no experiment: a lesson is made right after its mistake, which then becomes rarer in any case (docs/effect.md).";

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
