import { makeReady } from "../deliver/compile/make-ready.ts";
import type { ReviewCard, TriggerHistory } from "./decision/review-card.ts";
import { replayCalls, type Replay } from "../measure/replay/replay.ts";
import { startOfNewestCalls } from "../capture/ledger/calls.ts";
import { eachReplayCall, lessonOrigins } from "../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../deliver/delivery-config.ts";
import type { Context } from "../platform/context.ts";

/**
 * The cards with what their triggers would have done on this person's own history: the newest calls of the
 * ledger, so that a review opens as quickly after years. One pass for all of them; without a ledger they stay
 * as they are.
 */
export function withTriggerHistory(
  { database, config }: Pick<Context, "database" | "config">,
  cards: readonly ReviewCard[],
): readonly ReviewCard[] {
  if (cards.length === 0) return cards;
  const ready = cards.map(({ lesson, counts }) =>
    makeReady({ lesson, origin: { sessions: counts.sessionCount } }),
  );
  const since = startOfNewestCalls(database, mostCalls);
  const calls = eachReplayCall(database, { since });
  const replays = replayCalls(ready, calls, {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      cards.map(({ lesson }) => lesson.id),
    ),
  });
  return cards.map((card) => {
    const replay = replays.get(card.lesson.id);
    if (replay === undefined || replay.reach.calls === 0) return card;
    const warnings = [...card.warnings, ...replayWarnings(replay)];
    return replay.isOutOfReach
      ? { ...card, warnings }
      : { ...card, history: historyOf(replay), warnings };
  });
}

/** Months of work for most people, and half a second. */
const mostCalls = 20_000;

function historyOf(replay: Replay): TriggerHistory {
  return {
    calls: replay.reach.calls,
    fired: replay.fired,
    sessions: replay.sessions,
    failed: replay.failed,
    examples: replay.examples.map(({ shown, tool, outcome }) => `${shown ?? tool} (${outcome})`),
  };
}

function replayWarnings(replay: Replay): readonly string[] {
  const { sessions, reach, sharePercent, missesItself } = replay;
  return [
    ...(replay.isTooBroad
      ? [`too broad: it would have fired at ${Math.round(sharePercent)} % of your calls`]
      : replay.isInEverySession
        ? [`always: it would have fired in ${sessions} of ${reach.sessions} sessions`]
        : []),
    ...(missesItself ? ["it fires at none of the calls that it was learned from"] : []),
    ...(replay.isNever && !missesItself
      ? [`never: it would have fired at none of your ${reach.calls} calls`]
      : []),
  ];
}
