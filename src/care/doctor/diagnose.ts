import type { Machine } from "../../agents/adapter.ts";
import { makeReady } from "../../deliver/compile/make-ready.ts";
import { deliverySetup } from "../../deliver/init/delivery-setup.ts";
import type { HookSource } from "../../deliver/init/hook-folder.ts";
import { activeLessons } from "../../lesson/table/lessons.ts";
import { configDefaults, type Config } from "../../platform/configuration/settings.ts";
import { examine as examineStore } from "../../platform/database/backup.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { storeFault } from "../../platform/database/store-fault.ts";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { deliveryChecks } from "./delivery-checks.ts";
import { broken, severities } from "./finding.ts";
import type { Area, Check, Checkup, Examined, Finding, OpenStore } from "./finding.ts";
import { homeChecks } from "./home-checks.ts";
import { hookChecks } from "./installation-checks.ts";
import { checkLogs } from "./log-checks.ts";
import { overlapChecks } from "./overlap-checks.ts";
import { storeChecks } from "./store-checks.ts";
import { triggerChecks } from "./trigger-checks.ts";

/** In the order of the report, and of the fixes. */
const checks: readonly Check[] = [
  ...homeChecks,
  ...storeChecks,
  ...hookChecks,
  ...deliveryChecks,
  { area: "logs", name: "logs", lookInside: checkLogs },
  ...triggerChecks,
  ...overlapChecks,
];

export interface Diagnosis extends Examination {
  /** What was put right before this look, in words. */
  readonly fixed: readonly string[];
  /** What could not be put right, and why. */
  readonly failed: readonly string[];
}

interface Examination {
  readonly findings: readonly Finding[];
  /** What was seen where nothing was found. */
  readonly fine: readonly { readonly area: Area; readonly text: string }[];
}

interface ExaminationRequest {
  readonly paths: Paths;
  readonly machine: Machine;
  readonly source: HookSource;
  readonly system: System;
  /** The settings that hooks go by. */
  readonly config: () => Promise<Config>;
  /** More checks than those that are always made, in the order of the report. */
  readonly more?: readonly Check[] | undefined;
}

/** Examines, the worst first. With `isFixing` what can safely be put right is, and everything is looked at again. */
export async function diagnose(
  request: ExaminationRequest,
  { isFixing }: { readonly isFixing: boolean },
): Promise<Diagnosis> {
  const { fixed, failed } = isFixing
    ? await examine(request, ({ findings }) => applyFixes(findings))
    : { fixed: [], failed: [] };
  return examine(request, ({ findings, fine }) => ({
    findings: worstFirst(findings),
    fine,
    fixed,
    failed,
  }));
}

/** The diagnosis with what was seen when the agent itself was asked. */
export function withLiveProof(diagnosis: Diagnosis, examined: Examined): Diagnosis {
  const more = reported({ area: "delivery", name: "live" }, examined);
  return {
    ...diagnosis,
    findings: worstFirst([...diagnosis.findings, ...more.findings]),
    fine: [...diagnosis.fine, ...more.fine],
  };
}

function applyFixes(findings: readonly Finding[]): Pick<Diagnosis, "fixed" | "failed"> {
  const [fixed, failed]: [string[], string[]] = [[], []];
  for (const { fix } of findings) {
    if (fix === undefined) continue;
    try {
      fixed.push(fix());
    } catch (error) {
      if (!(error instanceof Fault) && !(error instanceof Error && "code" in error)) throw error;
      failed.push(error.message);
    }
  }
  return { fixed, failed };
}

function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Looks at everything and gives what was found to `use`, while the store is still open for fixes. It opens things by
 * itself: whoever else opens them stops at the first that is broken, and that is what we are here to report.
 */
async function examine<Result>(
  request: ExaminationRequest,
  use: (examination: Examination) => Result,
): Promise<Result> {
  const { paths, machine, source, system } = request;
  const config = await orFault(request.config);
  const storeState = await orFault(() => examineStore(paths.database));
  // Nothing is made where there is nothing.
  const isHealthy = !(storeState instanceof Fault) && storeState.state === "healthy";
  const opened = await orFault(() =>
    isHealthy ? openDatabase(paths.database, system.now()) : undefined,
  );
  const database = opened instanceof Fault ? undefined : opened;
  try {
    const values = config instanceof Fault ? configDefaults : config;
    const checkup: Checkup = {
      paths,
      machine,
      source,
      now: system.now(),
      setup: deliverySetup(machine, paths),
      storeState: opened instanceof Fault ? opened : storeState,
      badConfig: config instanceof Fault ? config : undefined,
      open: database && openStore(database, system, values),
    };
    return use(await examineAll(checkup, [...checks, ...(request.more ?? [])]));
  } finally {
    database?.close();
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

function openStore(database: Database, system: System, config: Config): OpenStore {
  const active: OpenStore["active"][number][] = [];
  const unusable: string[] = [];
  for (const { lesson, sessions, isWorded, hasOwnWorkflow } of activeLessons(database)) {
    try {
      active.push({
        lesson,
        ready: makeReady({ lesson, origin: { sessions, isWorded, hasOwnWorkflow } }),
        sessions,
      });
    } catch {
      // Written by something else than us: every field that we write was checked.
      unusable.push(lesson.slug);
    }
  }
  return { context: { database, system, config }, active, unusable };
}

async function examineAll(checkup: Checkup, all: readonly Check[]): Promise<Examination> {
  const seen: Examination[] = [];
  for (const check of all) seen.push(reported(check, await examinedBy(check, checkup)));
  return {
    findings: seen.flatMap(({ findings }) => findings),
    fine: seen.flatMap(({ fine }) => fine),
  };
}

function reported({ area, name }: Pick<Check, "area" | "name">, examined: Examined): Examination {
  if (typeof examined === "string") return { findings: [], fine: [{ area, text: examined }] };
  const found = examined === undefined ? [] : [examined].flat();
  const findings = found.map((one) => ({ ...one, area, check: one.check ?? name }));
  return { findings, fine: [] };
}

/** One check that cannot be made does not keep us from the others. */
async function examinedBy(check: Check, checkup: Checkup): Promise<Examined> {
  try {
    if ("look" in check) return check.look(checkup);
    return checkup.open && (await check.lookInside(checkup.open, checkup));
  } catch (error) {
    const fault = storeFault(error, checkup.paths.database);
    if (fault instanceof Fault) return broken(fault.message, fault.hint);
    const message = error instanceof Error ? error.message : String(error);
    const text = `this check failed: ${message}`;
    return broken(text, "please report this error");
  }
}
