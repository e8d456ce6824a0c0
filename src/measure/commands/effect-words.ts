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
  changed: "a later call used the fix and worked",
  "ran-corrected": "the fixed call ran and worked",
  "failed-again": "a later call failed with the same mistake",
  "fired-again": "the agent made such a call again",
  refused: "a person refused the changed call",
  corrected: "a person corrected the agent after the changed call",
  "said-otherwise": "a person disagreed, and the same call then worked",
  insisted: "the agent repeated the held call, and it worked",
  "log-not-read": "the log is not read that far yet: lessons scan",
  "call-not-found": "the log does not show the call",
  "nothing-followed": "no call followed",
  "not-in-ledger": "its trigger uses data that is not stored",
  "items-followed": "all its items followed",
  "no-item-followed": "none of its items followed",
  "some-items-followed": "some of its items followed, not all",
  "items-done-before": "all its items were done before",
  "about-files": "it is about file contents, which are not stored",
  "no-such-call": "no similar call followed soon",
  "changed-and-failed": "a similar call was changed, but did not work",
  "result-not-seen": "the result of the fixed call is unknown; to record results: lessons init",
  "other-call-ran": "another hook also changed the call, and its version ran",
  "fixed-and-failed": "the fixed call ran and failed",
  "made-again": "such a call ran again without the mistake",
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
  const made = `mistake in ${before.per100} → ${after.per100} of 100 sessions (${counted(before)} before, ${counted(after)} since)`;
  const times =
    before.withMistake > 0 && after.withMistake > 0
      ? `; per session with it, ${before.timesWhereMade} → ${after.timesWhereMade} times`
      : "";
  return `${made}${times}: ${verdictWords(recurrence, look)}`;
}

/** Said wherever before and since are compared. */
export const noExperiment =
  "This compares before and since; it is not an experiment. Mistakes often become rarer after they were noticed (docs/effect.md).";

function counted({ withMistake, sessions }: Recurrence["before"]): string {
  return `${grouped(withMistake)} of ${grouped(sessions)}`;
}

function verdictWords({ says, fallPer100 }: Recurrence, { style }: Look): string {
  switch (says) {
    case "fell":
      return style(
        "green",
        `${fallPer100?.low ?? 0} to ${fallPer100?.high ?? 0} fewer sessions of 100`,
      );
    case "rose":
      return style("red", "clearly more sessions");
    case "no-difference":
      return "no clear difference";
    case "too-few":
      return style("dim", "too few sessions to tell");
  }
}
