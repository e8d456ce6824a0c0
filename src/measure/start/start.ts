import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { type FoundLogs, findLogs } from "../../agents/list-logs.ts";
import { statuses, type Status } from "../../lesson/record/lifecycle.ts";
import { countWithStatus } from "../../lesson/table/list-lessons.ts";
import { Fault } from "../../platform/fault.ts";
import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { ContextOpener } from "../../platform/context.ts";
import type { Context } from "../../platform/context.ts";

/** Where a person stands: what is on this machine, what is in the store. */
export interface StartReport {
  /** Agents that have logs here. */
  readonly logs: readonly FoundLogs[];
  readonly unreadable: readonly string[];
  readonly home: string;
  readonly store: StoreState;
  /** Whether an agent is told to ask us at its calls. */
  readonly isInstalled: boolean;
}

type StoreState =
  | { readonly is: "open"; readonly counts: Readonly<Record<Status, number>> }
  /** It could not be opened. That is said, and does not end the look around. */
  | { readonly is: "closed"; readonly problem: string; readonly hint: string };

/** Looks at the agents' logs and at our store. Nothing is changed but that an empty store may be made. */
export async function lookAround(wiring: ContextOpener, machine: Machine): Promise<StartReport> {
  const found = adapters.map((adapter) => findLogs(adapter, machine));
  return {
    logs: found.filter(({ files }) => files > 0),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
    home: wiring.paths.home,
    store: await storeState(wiring),
    isInstalled: deliverySetup(machine, wiring.paths).way !== "none",
  };
}

/** How many lessons there are by now, where the store can be opened. */
export async function storeState({ inContext }: ContextOpener): Promise<StoreState> {
  try {
    return await inContext(({ database }: Context) => {
      const counts = statuses.map((status) => [status, countWithStatus(database, status)]);
      return { is: "open", counts: Object.fromEntries(counts) };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: "closed", problem: error.message, hint: error.hint };
  }
}
