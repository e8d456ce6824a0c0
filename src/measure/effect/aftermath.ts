import { isSameKindOfCall } from "../../shell/change/change.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { isUndo } from "../../capture/sayings/undo-command.ts";
import { correctionsOf, mostCallsLater } from "./effect.ts";
import type { Firing } from "../replay/matcher.ts";
import { isAmong } from "../replay/origins.ts";

/** A lesson fired at a call that went well: what came of it. */
export interface Aftermath {
  readonly id: LessonId;
  readonly call: LedgerCall;
  readonly shown: string | undefined;
  /** The first of these that holds. With `nothing` there was no need for the lesson: a false fire. */
  readonly followed: "reverted" | "corrected" | "retried" | "nothing";
}

/** A call and the lessons that fire at it. */
export interface FiredCall {
  readonly call: LedgerCall;
  readonly firing: readonly Firing[];
}

/**
 * Looks at the five calls that came after each one that went well although a lesson fired at it, in the
 * same conversation of the same log. The calls of one log, in any order; `corrections` are the lines of that log
 * where a person corrected the agent.
 */
export function* aftermathsOf(
  fired: readonly FiredCall[],
  corrections: readonly number[],
): Generator<Aftermath> {
  for (const calls of byThread(fired)) {
    for (const [index, { call, firing }] of calls.entries()) {
      if (call.outcome !== "ok" || firing.length === 0) continue;
      const next = calls.slice(index + 1, index + 1 + mostCallsLater);
      const end = calls[index + 1 + mostCallsLater]?.call.line ?? Infinity;
      const isCorrected = correctionsOf(call, corrections).some(
        (line) => call.line < line && line < end,
      );
      const ofAll = isReverted(call, next) ? "reverted" : isCorrected ? "corrected" : undefined;
      const later = new LaterCalls(next);
      for (const each of firing) {
        const followed = ofAll ?? (later.hasRetry(call, each) ? "retried" : "nothing");
        yield { ...each, call, followed };
      }
    }
  }
}

function byThread(fired: readonly FiredCall[]): Iterable<readonly FiredCall[]> {
  const inOrder = fired.toSorted((one, other) => one.call.ordinal - other.call.ordinal);
  return Map.groupBy(inOrder, ({ call }) => call.thread).values();
}

/** Something was put back, or the file that the call wrote was removed. */
function isReverted({ path }: LedgerCall, next: readonly FiredCall[]): boolean {
  const written: ReadonlySet<string> = new Set(path === null ? [] : [path]);
  return next.some(
    ({ call: { command, outcome } }) =>
      command !== null && outcome === "ok" && isUndo(command, written),
  );
}

/** Whether a call was made again. Comparing commands takes long, so that lessons which fire at the same one share it. */
class LaterCalls {
  readonly #next: readonly FiredCall[];
  readonly #alike = new Map<string, ReadonlySet<FiredCall>>();

  constructor(next: readonly FiredCall[]) {
    this.#next = next;
  }

  /**
   * The same kind of command as the one that the lesson fired at, in a form in which it does not: the agent found
   * out by itself. Where it fires again, it is another such call and not a better one. A second edit is work.
   */
  hasRetry({ command }: LedgerCall, { id, shown }: Firing): boolean {
    if (command === null) return false;
    if (this.#next.every(({ firing }) => isAmong(firing, id))) return false;
    const alike = this.#alikeTo(shown ?? command);
    return this.#next.some((later) => !isAmong(later.firing, id) && alike.has(later));
  }

  #alikeTo(command: string): ReadonlySet<FiredCall> {
    const known = this.#alike.get(command);
    if (known !== undefined) return known;
    const alike = new Set(
      this.#next.filter(
        ({ call }) => call.command !== null && isSameKindOfCall(command, call.command),
      ),
    );
    this.#alike.set(command, alike);
    return alike;
  }
}
