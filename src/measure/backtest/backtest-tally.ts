import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { Aftermath } from "../effect/aftermath.ts";
import type { Backtest } from "./backtest.ts";
import { FirstExamples } from "../replay/examples.ts";
import { isFailed } from "../replay/tally.ts";

/** What one lesson has come to so far, beyond what a replay counts. */
export class BacktestTally {
  #stopped = 0;
  readonly #followed = { reverted: 0, corrected: 0, retried: 0, nothing: 0 };
  readonly #failed = new FirstExamples();
  readonly #warned = new FirstExamples();
  readonly #missed = new FirstExamples();
  readonly #false = new FirstExamples();

  addFired(call: LedgerCall, shown: string | undefined): void {
    if (isFailed(call.outcome)) this.#failed.add(call, shown);
    else if (call.outcome !== "ok") this.#stopped += 1;
  }

  addOwnFailure(call: LedgerCall, isWarned: boolean): void {
    const shown = call.command ?? call.path ?? undefined;
    (isWarned ? this.#warned : this.#missed).add(call, shown);
  }

  addAftermath({ call, shown, followed }: Aftermath): void {
    this.#followed[followed] += 1;
    if (followed === "nothing") this.#false.add(call, shown);
  }

  counts(): Pick<Backtest, "stopped" | "reverted" | "corrected" | "retried" | "falseFires"> {
    const { nothing, ...followed } = this.#followed;
    return { stopped: this.#stopped, ...followed, falseFires: nothing };
  }

  examples(): Backtest["examples"] {
    return {
      failed: this.#failed.list(),
      warned: this.#warned.list(),
      missed: this.#missed.list(),
      falseFires: this.#false.list(),
    };
  }
}
