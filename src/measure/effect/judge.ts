import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { Kind } from "../../lesson/record/body.ts";
import type { CallsOfLog, LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { correctionsOf } from "./aftermath.ts";
import { callsKnowing, type ResultLines } from "../recurrence/calls-knowing.ts";
import type { LessonLens } from "./scene.ts";
import { judgeEffect, type Effect } from "./effect.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { OwnFailures } from "../replay/origins.ts";

/** A delivery and what came of it. */
export interface JudgedDelivery {
  readonly note: DeliveryNote;
  readonly effect: Effect;
}

export interface JudgeOptions {
  /** The hook's relevance threshold, in thousandths. */
  readonly threshold: number;
  readonly origins: ReadonlyMap<LessonId, LessonOrigins>;
}

/** Judges what came of deliveries, log by log, by the lessons as they are now. Neither the order of the logs nor that of the notes matters. */
export class EffectJudge {
  readonly #lenses: ReadonlyMap<LessonId, LessonLens>;

  constructor(lessons: readonly ReadyLesson[], { threshold, origins }: JudgeOptions) {
    const matcher = new ReplayMatcher(lessons, threshold);
    const failures = new OwnFailures(lessons, origins);
    this.#lenses = new Map(
      lessons.map((lesson) => [
        lesson.id,
        {
          firingAt: (call) => matcher.firingAt(call).find(({ id }) => id === lesson.id),
          isOwnFailure: (call) => failures.lessonsOf(call).some(({ id }) => id === lesson.id),
          isBrokenByFiring:
            forbidding.has(lesson.kind) &&
            lesson.commandPatterns.length > 0 &&
            (origins.get(lesson.id)?.failures ?? []).length === 0,
        },
      ]),
    );
  }

  /** `notes` are those whose call is in this log. */
  judge(
    notes: readonly DeliveryNote[],
    { calls, corrections }: CallsOfLog,
    resultLines: ResultLines,
  ): readonly JudgedDelivery[] {
    const inOrder = calls.toSorted((one, other) => one.ordinal - other.ordinal);
    return notes.map((note) => {
      const call = inOrder.find(({ ordinal }) => ordinal === note.call?.ordinal);
      const lens = this.#lenses.get(note.lesson);
      if (call === undefined) return { note, effect: notFound };
      if (lens === undefined)
        return { note, effect: { verdict: "unclear", because: "not-in-ledger" } };
      const until = toldAgainAt(note, notes);
      const after = callsKnowing(call, inOrder, resultLines).filter(
        ({ ordinal }) => ordinal <= until,
      );
      const about = correctionsOf(call, corrections);
      const told = { call, mode: note.mode, after, corrections: about };
      return { note, effect: judgeEffect(told, lens) };
    });
  }
}

/** Of a delivery whose call is not in the ledger. `readUpTo`: how far the logs of its session were read; null when none was. */
export function effectUnseen({ at }: DeliveryNote, readUpTo: string | null): Effect {
  return readUpTo === null || readUpTo < at
    ? { verdict: "unclear", because: "log-not-read" }
    : notFound;
}

const notFound: Effect = { verdict: "unclear", because: "call-not-found" };

/** Kinds that say what not to do. The others say what to do, and doing such a thing again is no mistake. */
const forbidding: ReadonlySet<Kind> = new Set<Kind>(["pitfall", "warning", "requirement"]);

/** After a compaction a lesson may be told again; from there on it is that delivery which is heeded or not. */
function toldAgainAt({ lesson, call }: DeliveryNote, notes: readonly DeliveryNote[]): number {
  const later = notes.flatMap((other) =>
    other.lesson === lesson &&
    other.call !== null &&
    call !== null &&
    other.call.thread === call.thread &&
    other.call.ordinal > call.ordinal
      ? [other.call.ordinal]
      : [],
  );
  return Math.min(Infinity, ...later);
}
