import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { Kind } from "../../lesson/record/body.ts";
import type { ReplayOptions } from "../replay/replay.ts";
import type { CallsOfLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import {
  type LessonLens,
  correctionsOf,
  judgeEffect,
  type Effect,
  effectVerdicts,
  type EffectVerdict,
} from "./judge-effect.ts";
import type { NamedItem } from "./checklist-items.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { resultLines } from "../../capture/ledger/calls.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { callsOfLog } from "../../capture/ledger/replay-calls.ts";
import { logsWithCopies } from "../../deliver/spool/deliveries.ts";
import type { Database } from "../../platform/database/database.ts";
import { OwnFailures } from "../replay/origins.ts";

/** A delivery and what came of it. */
export interface JudgedDelivery {
  readonly note: DeliveryNote;
  readonly effect: Effect;
}

/** Judges what came of deliveries, log by log, by the lessons as they are now. Neither the order of the logs nor that of the notes matters. */
export class EffectJudge {
  readonly #lenses: ReadonlyMap<LessonId, LessonLens>;

  constructor(lessons: readonly ReadyLesson[], options: LensOptions) {
    this.#lenses = lessonLenses(lessons, options);
  }

  /** `notes` are those whose call is in this log. */
  judge(
    notes: readonly DeliveryNote[],
    { calls, corrections }: CallsOfLog,
    results: ResultLines,
  ): readonly JudgedDelivery[] {
    const inOrder = calls.toSorted((one, other) => one.ordinal - other.ordinal);
    return notes.map((note) => {
      const call = inOrder.find(({ ordinal }) => ordinal === note.call?.ordinal);
      const lens = this.#lenses.get(note.lesson);
      if (call === undefined) return { note, effect: notFound };
      if (lens === undefined)
        return { note, effect: { verdict: "unclear", because: "not-in-ledger" } };
      const until = deliveredAgainAt(note, notes);
      const after = callsKnowing(call, inOrder, results).filter(({ ordinal }) => ordinal <= until);
      const about = correctionsOf(call, corrections);
      const before = inOrder.filter(
        ({ thread, ordinal }) => thread === call.thread && ordinal < call.ordinal,
      );
      const { mode, ran } = note;
      const delivered = { call, mode, ran, before, after, corrections: about };
      return { note, effect: judgeEffect(delivered, lens) };
    });
  }
}

interface LensOptions extends Required<Pick<ReplayOptions, "threshold" | "origins">> {
  /** What checklists name, as `checklistItems` gives it. */
  readonly checklists?: ReadonlyMap<LessonId, readonly NamedItem[]> | undefined;
}

/** How calls are looked at for each of these lessons. */
export function lessonLenses(
  lessons: readonly ReadyLesson[],
  { threshold, origins, checklists }: LensOptions,
): ReadonlyMap<LessonId, LessonLens> {
  const matcher = new ReplayMatcher(lessons, threshold);
  const failures = new OwnFailures(lessons, origins);
  return new Map(
    lessons.map((lesson) => [
      lesson.id,
      {
        firingAt: (call) => matcher.firingAt(call).find(({ id }) => id === lesson.id),
        isOwnFailure: (call) => failures.lessonsOf(call).some(({ id }) => id === lesson.id),
        isBrokenByFiring: mistakeShownBy(lesson, origins) === "firing",
        items: checklists?.get(lesson.id),
      },
    ]),
  );
}

/** What in the ledger shows that the mistake of a lesson was made; undefined where nothing can. */
export function mistakeShownBy(
  { id, kind, commandPatterns }: ReadyLesson,
  origins: LensOptions["origins"],
): "failure" | "firing" | undefined {
  if ((origins.get(id)?.failures ?? []).length > 0) return "failure";
  return forbidding.has(kind) && commandPatterns.length > 0 ? "firing" : undefined;
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

/** After a compaction a lesson may be delivered again; from there on it is that delivery which is heeded or not. */
function deliveredAgainAt({ lesson, call }: DeliveryNote, notes: readonly DeliveryNote[]): number {
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

/** Where the result of each call stands in its log, by the call's ordinal. Not known of calls that were read long ago. */
export type ResultLines = ReadonlyMap<number, number>;

/**
 * The calls of the same conversation that were made after the result of one had come. An agent may make several calls
 * at once; those beside it were made without knowing what it brought. `calls` are those of the log, in order.
 */
export function callsKnowing(
  call: LedgerCall,
  calls: readonly LedgerCall[],
  results: ResultLines,
): readonly LedgerCall[] {
  const later = calls.filter(
    ({ thread, ordinal }) => thread === call.thread && ordinal > call.ordinal,
  );
  const resultLine = results.get(call.ordinal);
  if (resultLine !== undefined) return later.filter(({ line }) => line > resultLine);
  return later.slice(countInOneBreath(call, later));
}

/** Between two calls of which the second knows the first there is at least the line of a result. */
function countInOneBreath(call: LedgerCall, later: readonly LedgerCall[]): number {
  let line = call.line;
  const next = later.findIndex((other) => {
    const isApart = other.line - line > 1;
    line = other.line;
    return isApart;
  });
  return next === -1 ? later.length : next;
}

/** What came of deliveries, found out log by log. Of a log that repeats another, all calls are read. */
export class DeliveryVerdicts {
  readonly #notes: readonly DeliveryNote[];
  readonly #notesByLog: ReadonlyMap<number | undefined, readonly DeliveryNote[]>;
  readonly #resultLines: ReturnType<typeof resultLines>;
  readonly #judge: EffectJudge;
  readonly #judged = new Map<DeliveryNote, JudgedDelivery>();

  constructor(database: Database, notes: readonly DeliveryNote[], judge: EffectJudge) {
    this.#notes = notes;
    this.#judge = judge;
    this.#notesByLog = Map.groupBy(notes, ({ call }) => call?.log);
    const calls = notes.flatMap(({ call }) => call ?? []);
    this.#resultLines = resultLines(database, calls);
    const logs = new Set(calls.map(({ log }) => log));
    for (const log of logsWithCopies(database, logs))
      this.#judgeLog(log, callsOfLog(database, log));
  }

  /** The calls of a log that count there. */
  add(log: CallsOfLog): void {
    const number = log.calls[0]?.log.number;
    if (number !== undefined) this.#judgeLog(number, log);
  }

  #judgeLog(number: number, log: CallsOfLog): void {
    const notes = this.#notesByLog.get(number) ?? [];
    if (notes.every((note) => this.#judged.has(note))) return;
    const lines = this.#resultLines.get(number) ?? new Map<number, number>();
    for (const each of this.#judge.judge(notes, log, lines)) this.#judged.set(each.note, each);
  }

  /** Of every delivery one. `readUpTo`: how far the logs of each session were read, by `sessionKey`. */
  list(readUpTo: ReadonlyMap<string, string | null>): readonly JudgedDelivery[] {
    return this.#notes.map((note) => {
      const effect = effectUnseen(note, readUpTo.get(sessionKey(note)) ?? null);
      return this.#judged.get(note) ?? { note, effect };
    });
  }
}

/** What deliveries have come to, and what a person says about it. */
export interface EffectCounts extends Readonly<Record<EffectVerdict, number>> {
  readonly delivered: number;
  readonly sessions: number;
}

export interface FeedbackCounts {
  readonly helpful: number;
  readonly notHelpful: number;
}

export function countEffects(judged: readonly JudgedDelivery[]): EffectCounts {
  const counts = Object.fromEntries(
    effectVerdicts.map((verdict) => [
      verdict,
      judged.filter(({ effect }) => effect.verdict === verdict).length,
    ]),
  ) as Record<EffectVerdict, number>;
  const sessions = new Set(judged.map(({ note }) => sessionKey(note)));
  return { delivered: judged.length, sessions: sessions.size, ...counts };
}

export type LessonStanding = "helps" | "does-not-help" | "too-early";

/** What is seen and what is said weigh the same. Below three of both together nothing is said. */
export function standingOf(
  { heeded, fixed, repeated, overruled }: EffectCounts,
  { helpful, notHelpful }: FeedbackCounts,
): LessonStanding {
  const [good, bad] = [heeded + fixed + helpful, repeated + overruled + notHelpful];
  if (good + bad < fewestSigns) return "too-early";
  return good > bad ? "helps" : "does-not-help";
}

const fewestSigns = 3;
