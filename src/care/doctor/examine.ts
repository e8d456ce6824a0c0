import type { Machine } from "../../agents/adapter.ts";
import { makeReady } from "../../deliver/compile/make-ready.ts";
import { activeLessons } from "../../lesson/table/lessons.ts";
import { examine as examineStore, type FileState } from "../../platform/database/backup.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { storeFault } from "../../platform/database/store-fault.ts";
import { configDefaults } from "../../platform/configuration/defaults.ts";
import type { Config } from "../../platform/configuration/schema.ts";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { HookSource } from "../../deliver/init/hook-folder.ts";
import type { Area, Examined, Finding } from "./finding.ts";
import { checks, type Check } from "./checks.ts";
import type { ActiveLesson, OpenPatient, Checkup } from "./checkup.ts";

export interface ExaminationRequest {
  readonly paths: Paths;
  readonly machine: Machine;
  readonly source: HookSource;
  readonly system: System;
  /** The settings that hooks go by. */
  readonly config: () => Promise<Config>;
}

export interface AreaFinding extends Finding {
  readonly area: Area;
}

export interface Examination {
  readonly findings: readonly AreaFinding[];
  /** What was seen where nothing was found. */
  readonly fine: readonly { readonly area: Area; readonly text: string }[];
}

/**
 * Looks at everything and gives what was found to `use`, while the store is still open for fixes. It opens things by
 * itself: whoever else opens them stops at the first that is broken, and that is what we are here to tell.
 */
export async function examine<Result>(
  request: ExaminationRequest,
  use: (examination: Examination) => Result,
): Promise<Result> {
  const { paths, machine, source, system } = request;
  const config = await orFault(request.config);
  const storeState = await orFault(() => examineStore(paths.database));
  const database = openIfHealthy(storeState, paths, system);
  try {
    const values = config instanceof Fault ? configDefaults : config;
    const checkup: Checkup = {
      paths,
      machine,
      source,
      now: new Date(system.now()),
      setup: deliverySetup(machine, paths),
      storeState: database instanceof Fault ? database : storeState,
      badConfig: config instanceof Fault ? config : undefined,
      open:
        database === undefined || database instanceof Fault
          ? undefined
          : openPatient(database, system, values),
    };
    return use(await examineAll(checkup));
  } finally {
    if (database !== undefined && !(database instanceof Fault)) database.close();
  }
}

async function examineAll(checkup: Checkup): Promise<Examination> {
  const findings: AreaFinding[] = [];
  const fine: Examination["fine"][number][] = [];
  for (const check of checks) {
    const examined = await examinedBy(check, checkup);
    const { area } = check;
    findings.push(...examined.findings.map((finding) => ({ ...finding, area })));
    if (examined.findings.length === 0 && examined.fine !== undefined)
      fine.push({ area, text: examined.fine });
  }
  return { findings, fine };
}

/** One check that cannot be made does not keep us from the others. */
async function examinedBy({ name, look }: Check, checkup: Checkup): Promise<Examined> {
  try {
    return await look(checkup);
  } catch (error) {
    const fault = storeFault(error, checkup.paths.database);
    const [text, hint] =
      fault instanceof Fault
        ? [fault.message, fault.hint]
        : [
            `this could not be examined: ${error instanceof Error ? error.message : String(error)}`,
            "this should not happen: please report it",
          ];
    return { findings: [{ check: name, severity: "broken", text, hint }] };
  }
}

async function orFault<Value>(make: () => Value | Promise<Value>): Promise<Value | Fault> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** Nothing is made where there is nothing. */
function openIfHealthy(
  state: FileState | Fault,
  paths: Paths,
  system: System,
): Database | Fault | undefined {
  if (state instanceof Fault || state.state !== "healthy") return undefined;
  try {
    return openDatabase(paths.database, system.now());
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

function openPatient(database: Database, system: System, config: Config): OpenPatient {
  const active: ActiveLesson[] = [];
  const unusable: string[] = [];
  for (const { lesson, sessions } of activeLessons(database)) {
    try {
      active.push({ lesson, ready: makeReady({ lesson, origin: { sessions } }) });
    } catch {
      // Written by something else than us: every field that we write was checked.
      unusable.push(lesson.slug);
    }
  }
  return { context: { database, system, config }, active, unusable };
}
