import type { Effect, EffectVerdict } from "../effect/effect.ts";
import { grouped } from "../../cli/layout.ts";
import type { StyleName } from "../../cli/terminal.ts";

/** What came of a delivery, in words. */
export function effectWords(effect: Effect): string {
  return words[effect.because];
}

const words: Readonly<Record<Effect["because"], string>> = {
  changed: "a call of that kind had the fix and went well",
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
  "about-files": "it is about a file, and the ledger keeps no contents",
  "no-such-call": "no call of that kind followed soon",
  "changed-and-failed": "a call of that kind was changed, and did not go well",
  "made-again": "such a call was made again, and did not fail as the lesson says",
};

/** `1 delivery`, `3 deliveries`. */
export function deliveryCount(count: number): string {
  return count === 1 ? "1 delivery" : `${grouped(count)} deliveries`;
}

export const effectStyles: Readonly<Record<EffectVerdict, StyleName>> = {
  heeded: "green",
  repeated: "yellow",
  overruled: "red",
  unclear: "dim",
};
