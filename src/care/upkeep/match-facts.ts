import type { LessonId } from "../../lesson/record/lesson.ts";
import { daysBefore, type LessonFacts } from "./lesson-rule.ts";
import { replayCalls } from "../../measure/replay/replay.ts";
import { eachReplayCall } from "../../capture/ledger/replay-calls.ts";
import { deliveredSince } from "./upkeep-facts.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import type { Context } from "../../platform/context.ts";
import type { Gathering } from "./gather-facts.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";

type Matching = NonNullable<LessonFacts["matching"]>;

/**
 * Replays the calls of the last months for lessons that have been active as long. Nothing is said of lessons that the
 * ledger cannot judge: those that are not meant for calls, or that ask for what it does not keep. What a
 * hook has delivered has matched, whatever the ledger says.
 */
export function matchFacts(
  { database, config }: Context,
  { lessons, now }: Gathering,
): ReadonlyMap<LessonId, Matching> {
  const { neverMatched, neverMatchedDays } = config.upkeep;
  const since = daysBefore(now, neverMatchedDays);
  const old = lessons.filter(({ stage }) => stage.status === "active" && stage.since <= since);
  if (!neverMatched || old.length === 0) return new Map();
  const delivered = deliveredSince(database, since);
  const ready = old.filter(({ id }) => !delivered.has(id)).flatMap(readyIfSound);
  const replays = replayCalls(ready, eachReplayCall(database, { since }), {
    threshold: deliveryConfig(config).relevanceThreshold,
  });
  return new Map(
    [...replays]
      .filter(([, { isOutOfReach, hasUnseen }]) => !isOutOfReach && !hasUnseen)
      .map(([id, { reach, fired }]) => [id, { calls: reach.calls, fired }]),
  );
}
