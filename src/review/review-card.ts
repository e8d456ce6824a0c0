import type { SentenceChange } from "../platform/text-diff.ts";
import type { Observed } from "../lesson/observed.ts";
import type { EvidenceCounts, Sighting } from "../lesson/record/history.ts";
import type { GateFinding } from "../lesson/record/gate-finding.ts";
import type { Instant, Lesson, LessonId, Slug } from "../lesson/record/lesson.ts";
import { approvedPriority } from "../lesson/approved-priority.ts";
import type { Doubt } from "../measure/doubt/doubt.ts";
import { makeReady } from "../deliver/compile/make-ready.ts";
import { replayCalls, type Replay } from "../measure/replay/replay.ts";
import { startOfNewestCalls } from "../capture/ledger/calls.ts";
import { eachReplayCall, lessonOrigins } from "../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../deliver/delivery-config.ts";
import { otherHooksHere } from "../deliver/init/other-hooks.ts";
import { proposeForCall } from "./propose-fix.ts";
import type { Context } from "../platform/context.ts";

/** Everything that a person should know when deciding about a lesson; the same on every surface. */
export interface ReviewCard {
  readonly lesson: Lesson;
  readonly counts: EvidenceCounts;
  /** The trigger in plain words: "before `git stash` without `-u`". */
  readonly reading: string;
  /** The newest first, at most five. */
  readonly sightings: readonly Sighting[];
  readonly lastSeenAt?: Instant | undefined;
  /** How far it has come, where learning found it. */
  readonly observed?: Observed | undefined;
  /** What the failed calls cost. Absent where no call failed. */
  readonly cost?: SeenCost | undefined;
  /** When an agent gets it once it is approved, in one sentence. */
  readonly shown?: string | undefined;
  /** Lessons in use that say nearly the same, the nearest first. */
  readonly near: readonly NearLesson[];
  /** What it would add to the lesson that it expands, sentence by sentence. */
  readonly expands?: { readonly slug: Slug; readonly diff: readonly SentenceChange[] } | undefined;
  /** What a model said about it, and which one. */
  readonly opinion?:
    | { readonly verdict: "keep" | "archive"; readonly reason: string; readonly by: string }
    | undefined;
  /** What reviews by gates found, the latest last. */
  readonly gates?: readonly GateFinding[];
  readonly history?: TriggerHistory;
  /** Why it may no longer be true. */
  readonly doubt?: Doubt | undefined;
  /** Who wrote it, where that was not the person: to be read on from "it". */
  readonly origin?: string | undefined;
  /** What is dangerous about it. Why nobody may ever see it, or too often: below a bar, LOW, too broad, fires at none of its own sightings. */
  readonly warnings: readonly string[];
  /** Why the call should be held, where it should. */
  readonly holdProposal?: string | undefined;
  /** Why the call should be corrected, where it should. */
  readonly fixProposal?: string | undefined;
}

export interface NearLesson extends Pick<Lesson, "id" | "slug" | "summary"> {
  readonly similarity: number;
}

export interface SeenCost {
  readonly failedCalls: number;
  /** From the failed calls to those that worked. */
  readonly lostMs: number;
}

/** What the trigger would have done on this person's own history. */
export interface TriggerHistory {
  readonly calls: number;
  readonly fired: number;
  readonly sessions: number;
  readonly failed: number;
  /** Such calls that went well, also where the lesson would have been silent. */
  readonly worked?: number;
  readonly examples: readonly string[];
}

/** What is shown in one review, numbered from 1 in this order. */
export interface ReviewDeck {
  readonly cards: readonly ReviewCard[];
  /** What a model put away as noise since the last review; shown without numbers, and can be brought back. */
  readonly noise: readonly ReviewCard[];
}

/** The cards with what their triggers would have done on this person's own history. */
export function withTriggerHistory(
  context: Pick<Context, "database" | "config" | "place">,
  cards: readonly ReviewCard[],
): readonly ReviewCard[] {
  const replays = replayLessons(context, cards);
  const otherHooks = otherHooksHere(context);
  return cards.map((card) => withReplay(card, replays.get(card.lesson.id), otherHooks));
}

/**
 * What the triggers of these lessons, once approved, would have done at the newest calls of the ledger, so that a review
 * opens as quickly after years. One pass for all of them.
 */
export function replayLessons(
  { database, config }: Pick<Context, "database" | "config">,
  lessons: readonly Pick<ReviewCard, "lesson" | "counts">[],
): ReadonlyMap<LessonId, Replay> {
  if (lessons.length === 0) return new Map();
  const ready = lessons.map(({ lesson, counts }) =>
    makeReady({
      lesson: { ...lesson, priority: approvedPriority(lesson) },
      origin: { sessions: counts.sessionCount },
    }),
  );
  const since = startOfNewestCalls(database, mostCalls);
  const calls = eachReplayCall(database, { since });
  return replayCalls(ready, calls, {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      lessons.map(({ lesson }) => lesson.id),
    ),
  });
}

/** Without a ledger a card stays as it is. */
export function withReplay(
  card: ReviewCard,
  replay: Replay | undefined,
  otherHooks: readonly string[],
): ReviewCard {
  if (replay === undefined || replay.reach.calls === 0) return card;
  const warnings = [...card.warnings, ...replayWarnings(replay)];
  return replay.isOutOfReach
    ? { ...card, warnings }
    : {
        ...card,
        history: historyOf(replay),
        warnings,
        // What cannot be taken back is the better reason to hold a call.
        ...proposeForCall(card.lesson, replay, { otherHooks }),
        ...(card.holdProposal === undefined ? {} : { holdProposal: card.holdProposal }),
      };
}

/** Months of work for most people, and half a second. */
export const mostCalls = 20_000;

export function historyOf(replay: Replay): TriggerHistory {
  return {
    calls: replay.reach.calls,
    fired: replay.fired,
    sessions: replay.sessions,
    failed: replay.failed,
    worked: replay.worked,
    examples: replay.examples.map(({ shown, tool, outcome }) => `${shown ?? tool} (${outcome})`),
  };
}

function replayWarnings(replay: Replay): readonly string[] {
  const { sessions, reach, sharePercent, missesItself } = replay;
  return [
    ...(replay.isTooSlow ? ["its pattern is too slow: these numbers are incomplete"] : []),
    ...(replay.isTooBroad
      ? [`too broad: it fires at ${Math.round(sharePercent)} % of your past calls`]
      : replay.isInEverySession
        ? [`always: it fires in ${sessions} of ${reach.sessions} past sessions`]
        : []),
    ...(replay.assumes.length > 0
      ? [`at most: your history does not show ${replay.assumes.join(", ")} at these calls`]
      : []),
    ...(missesItself ? ["it does not fire on the calls it was learned from"] : []),
    ...(replay.isNever && !missesItself
      ? [`never: it fires at none of your ${reach.calls} past calls`]
      : []),
  ];
}
