import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { CallsOfLog } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { effectUnseen, type EffectJudge, type JudgedDelivery } from "../effect/judge.ts";
import { callsOfLog } from "../../capture/ledger/replay-calls.ts";
import type { Database } from "../../platform/database/database.ts";
import { resultLines } from "../../capture/ledger/calls.ts";
import { logsWithCopies } from "../../deliver/spool/deliveries.ts";

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
    for (const log of logsWithCopies(database, logs)) this.#hear(log, callsOfLog(database, log));
  }

  /** The calls of a log that count there. */
  add(log: CallsOfLog): void {
    const number = log.calls[0]?.log.number;
    if (number !== undefined) this.#hear(number, log);
  }

  #hear(number: number, log: CallsOfLog): void {
    const notes = this.#notesByLog.get(number) ?? [];
    if (notes.every((note) => this.#judged.has(note))) return;
    const lines = this.#resultLines.get(number) ?? new Map<number, number>();
    for (const each of this.#judge.judge(notes, log, lines)) this.#judged.set(each.note, each);
  }

  /** Of every delivery one. `readUpTo`: how far the logs of each session were read, by `sessionKey`. */
  list(readUpTo: ReadonlyMap<string, string | null>): readonly JudgedDelivery[] {
    return this.#notes.map(
      (note) =>
        this.#judged.get(note) ?? {
          note,
          effect: effectUnseen(note, readUpTo.get(sessionKey(note)) ?? null),
        },
    );
  }
}
