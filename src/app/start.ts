import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Machine } from "../adapters/adapter.ts";
import { adapters } from "../adapters/all.ts";
import { findLogs, type FoundLogs } from "../adapters/find-logs.ts";
import { statuses, type Status } from "../core/lifecycle.ts";
import type { LessonPage } from "../core/lesson-query.ts";
import { listLessons } from "../store/list-lessons.ts";
import { Fault } from "../system/fault.ts";
import { packageRoot } from "../system/package-root.ts";
import { importLessons, type ImportReport } from "./import-lessons.ts";
import { wire, type Wiring } from "./wire.ts";
import type { Workshop } from "./workshop.ts";

/** Where a person stands: what is on this machine, what is in the store. */
export interface StartReport {
  /** Agents that have logs here. */
  readonly logs: readonly FoundLogs[];
  readonly unreadable: readonly string[];
  readonly home: string;
  readonly store: StoreState;
}

type StoreState =
  | { readonly is: "open"; readonly counts: Readonly<Record<Status, number>> }
  /** It could not be opened. That is said, and does not end the look around. */
  | { readonly is: "closed"; readonly problem: string; readonly hint: string };

/** Looks at the agents' logs and at our store. Nothing is changed but that an empty store may be made. */
export async function lookAround(wiring: Wiring, machine: Machine): Promise<StartReport> {
  const found = adapters.map((adapter) => findLogs(adapter, machine));
  return {
    logs: found.filter(({ files }) => files > 0),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
    home: wiring.paths.home,
    store: await storeState(wiring),
  };
}

export interface ExampleRun {
  readonly imported: readonly ImportReport[];
  readonly page: LessonPage;
}

/** The same loop on the example that comes with us, in a home that is gone afterwards. */
export async function runExample(): Promise<ExampleRun | undefined> {
  const home = temporaryFolder();
  if (home === undefined) return undefined;
  try {
    const { inWorkshop } = wire({
      environment: { HOME: home, LESSONS_HOME: join(home, ".lessons") },
      workingDirectory: home,
      settings: [],
    });
    return await inWorkshop(async (workshop) => ({
      imported: await importLessons(workshop, join(packageRoot(), "examples", "lessons.jsonl"), {
        from: "lessons",
        isDryRun: false,
      }),
      page: listLessons(workshop.database, { sort: "priority", limit: 10 }),
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Undefined where nothing can be written: then there is no example, and that is no reason to fail. */
function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "lessons-example-"));
  } catch {
    return undefined;
  }
}

async function storeState({ inWorkshop }: Wiring): Promise<StoreState> {
  try {
    return await inWorkshop(({ database }: Workshop) => {
      const counts = statuses.map((status) => [
        status,
        listLessons(database, { statuses: [status], sort: "slug", limit: 1 }).total,
      ]);
      return { is: "open", counts: Object.fromEntries(counts) };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: "closed", problem: error.message, hint: error.hint };
  }
}
