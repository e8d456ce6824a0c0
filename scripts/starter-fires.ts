import { readyToReplay } from "../src/measure/backtest/run-backtest.ts";
import { deliveryConfig } from "../src/deliver/delivery-config.ts";
import type { Context } from "../src/platform/context.ts";
import type { LedgerCall } from "../src/capture/ledger/ledger-call.ts";
import type { Lesson } from "../src/lesson/record/lesson.ts";
import { replayCalls } from "../src/measure/replay/replay.ts";
import { eachReplayCall } from "../src/capture/ledger/replay-calls.ts";
import { sha256 } from "../src/platform/hash.ts";

/** A call that a lesson fires at. */
export interface Fire {
  readonly slug: string;
  /** Names it without saying anything of it. */
  readonly name: string;
  readonly call: LedgerCall;
  readonly shown: string;
}

export interface Fires {
  readonly fires: readonly Fire[];
  /** Calls that at least one lesson fires at. */
  readonly calls: number;
  /** What would have been told, each lesson once a session. */
  readonly told: number;
}

/** Every fire of these lessons over the ledger, with the matcher of the hook. */
export function starterFires({ database, config }: Context, lessons: readonly Lesson[]): Fires {
  const slugs = new Map(lessons.map(({ id, slug }) => [id, slug]));
  const fires: Fire[] = [];
  const calls = new Set<LedgerCall>();
  replayCalls(lessons.map(readyToReplay), eachReplayCall(database, { isInOrder: true }), {
    threshold: deliveryConfig(config).relevanceThreshold,
    onCall: (call, firing) => {
      for (const { id, shown = "" } of firing) {
        const slug = slugs.get(id) ?? "";
        fires.push({ slug, name: nameOf(call, shown), call, shown });
        calls.add(call);
      }
    },
  });
  const told = new Set(fires.map(({ slug, call }) => `${slug} ${call.log.sessionId}`));
  return { fires, calls: calls.size, told: told.size };
}

/**
 * By its time, so that two calls of one command have two names, and the copies of a call in forked sessions,
 * of which now this one counts and now that, have one.
 */
function nameOf({ at, log, line, tool }: LedgerCall, shown: string): string {
  const text = [at ?? `${log.sessionId}:${line}`, tool, shown].join("\n");
  return sha256(text).slice("sha256:".length, "sha256:".length + nameLength);
}

const nameLength = 12;
