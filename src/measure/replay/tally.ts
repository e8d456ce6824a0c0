import type { Outcome } from "../../agents/outcome/judge-outcome.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { FirstExamples, type ReplayExample } from "./examples.ts";

/** What one lesson has come to so far. */
export class ReplayTally {
  fired = 0;
  failed = 0;
  readonly #sessions = new Set<number>();
  readonly #examples = new FirstExamples();

  add(call: LedgerCall, session: number, shown: string | undefined): void {
    this.fired += 1;
    this.#sessions.add(session);
    if (isFailed(call.outcome)) this.failed += 1;
    this.#examples.add(call, shown);
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  get examples(): readonly ReplayExample[] {
    return this.#examples.list();
  }
}

/** What a person refused or stopped did not fail: nobody knows how it would have ended. */
export function isFailed(outcome: Outcome): boolean {
  return outcome === "error" || outcome === "timeout";
}
