import type { LedgerCall } from "../core/ledger-call.ts";
import { isFailed } from "./replay-tally.ts";

/** A mistake that was made in at least two sessions. */
export interface RecurringMistake {
  /** What went wrong, redacted: `git push: rejected`. */
  readonly about: string;
  readonly episodes: number;
  readonly sessions: number;
  /** Calls that failed this way. */
  readonly failedCalls: number;
  readonly firstAt: string;
  readonly lastAt: string;
  /** The lesson that it became; null when it became none. */
  readonly lesson: { readonly slug: string; readonly status: string } | null;
}

export interface MistakeSighting {
  readonly cluster: string;
  readonly about: string;
  readonly session: string;
  readonly at: string;
  /** How its calls fail; none where a person spoke. */
  readonly failure: FailureName | null;
  readonly lesson: RecurringMistake["lesson"];
}

type FailureName = Pick<LedgerCall, "tool" | "head"> & { readonly signature: string };

/** How often calls have failed in which way. */
export class FailureTally {
  readonly #counts = new Map<string, number>();

  add({ tool, head, signature, outcome }: LedgerCall): void {
    if (signature === null || !isFailed(outcome)) return;
    const key = keyOf({ tool, head, signature });
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  count(keys: ReadonlySet<string>): number {
    let count = 0;
    for (const key of keys) count += this.#counts.get(key) ?? 0;
    return count;
  }
}

/** What cost most calls first. */
export function recurringMistakes(
  seen: readonly MistakeSighting[],
  failures: FailureTally,
): readonly RecurringMistake[] {
  const clusters = [...Map.groupBy(seen, ({ cluster }) => cluster).values()];
  return clusters
    .map((found) => mistakeOf(found, failures))
    .filter(({ sessions }) => sessions >= 2)
    .toSorted(
      (one, other) =>
        other.failedCalls - one.failedCalls ||
        other.sessions - one.sessions ||
        (one.about < other.about ? -1 : 1),
    );
}

function mistakeOf(found: readonly MistakeSighting[], failures: FailureTally): RecurringMistake {
  const inOrder = found.toSorted(
    (one, other) => compare(one.at, other.at) || compare(one.about, other.about),
  );
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const keys = new Set(found.flatMap(({ failure }) => (failure === null ? [] : [keyOf(failure)])));
  return {
    about: first?.about ?? "",
    episodes: found.length,
    sessions: new Set(found.map(({ session }) => session)).size,
    failedCalls: failures.count(keys),
    firstAt: first?.at ?? "",
    lastAt: last?.at ?? "",
    lesson: first?.lesson ?? null,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function keyOf({ tool, head, signature }: FailureName): string {
  return `${tool}\0${head}\0${signature}`;
}
