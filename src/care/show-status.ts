import { statSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "../agents/adapter.ts";
import type { CacheFiles } from "../deliver/compile/cache-files.ts";
import { damagedFiles, lastCompilation, linkedName } from "../deliver/compile/current-cache.ts";

import type { Instant } from "../lesson/record/lesson.ts";
import { statuses, type Status } from "../lesson/record/lifecycle.ts";
import { isSwitchedOff, pauseIn, type Pause } from "../deliver/pause.ts";
import { countWithStatus } from "../lesson/table/list.ts";
import { findLesson } from "../lesson/table/lessons.ts";
import { marksBeside, readMarks } from "../lesson/upkeep-marks.ts";
import type { Database } from "../platform/database/database.ts";
import { readLogs, type ReadLogs } from "../capture/ledger/logs.ts";
import { refusedReports, type RefusedReports } from "../capture/reports/report-problems.ts";
import { daysBefore } from "../platform/instant.ts";
import type { Paths } from "../platform/paths.ts";
import { makeCompilation } from "../deliver/compile/compile.ts";
import { deliverySetup, type DeliverySetup } from "../deliver/init/delivery-setup.ts";
import { hookTrouble, type HookTrouble } from "../deliver/hook-trouble.ts";
import { recentDeliveries, type RecentDeliveries } from "../deliver/spool/recent-deliveries.ts";
import { runningTrial } from "../deliver/trial/trials.ts";
import type { Context } from "../platform/context.ts";
import { needsYou, type NeedsYou } from "./needs-you.ts";
import { lastSessionDigest, type SessionDigest } from "../measure/digest/last-session.ts";

/** What is known at once of where a person stands, however many lessons there are. */
export interface QuickStatus {
  readonly lessons: Readonly<Record<Status, number>>;
  readonly needsYou: NeedsYou;
  /** `startedAt`: when one last started by itself. */
  readonly scan: ReadLogs & { readonly startedAt: Instant | null };
  readonly setup: DeliverySetup;
  readonly isSwitchedOff: boolean;
  readonly pause: Pause | null;
  /** Of the last session whose log was read. */
  readonly lastSession: SessionDigest | null;
  /** Reports of agents that could not become lessons. */
  readonly refusedReports: RefusedReports;
  /** By the last look of upkeep. */
  readonly upkeep: UpkeepAttention | null;
}

/** Where a person stands with delivery. */
export interface StatusReport extends QuickStatus {
  readonly home: string;
  /** That runs: how many lessons are withheld, each in so many of 100 sessions. */
  readonly trial: { readonly lessons: number; readonly percent: number } | null;
  readonly compiled: CompiledState | null;
  /** Of the last seven days. */
  readonly deliveries: RecentDeliveries;
  /** Of the last day. */
  readonly trouble: HookTrouble | null;
}

/** What upkeep would like a person to look at. */
interface UpkeepAttention {
  readonly lookedAt: Instant;
  /** How many lessons. */
  readonly lessons: number;
  /** About all lessons together. */
  readonly remarks: readonly string[];
}

interface CompiledState {
  /** Null when the file that says it cannot be read. */
  readonly generatedAt: Instant | null;
  /** Whether a compilation now would give hooks the same. */
  readonly isCurrent: boolean;
  /** Files of it that are gone or not as they were written. */
  readonly damaged: readonly string[];
  readonly lessons: number;
  readonly below: readonly string[];
  /** For other systems than this machine's. */
  readonly elsewhere: readonly string[];
  readonly blunt: CacheFiles["blunt"];
}

/** `context` with the settings of the hooks. Nothing is changed. */
export function showStatus(context: Context, paths: Paths, machine: Machine): StatusReport {
  const { database, system } = context;
  const now = system.now();
  const {
    lessons,
    scan,
    setup,
    isSwitchedOff: isOff,
    pause,
    ...standing
  } = quickStatus(context, paths, machine);
  return {
    home: paths.home,
    lessons,
    needsYou: standing.needsYou,
    scan,
    setup,
    isSwitchedOff: isOff,
    pause,
    trial: trialState(database),
    compiled: compiledState(context, paths),
    lastSession: standing.lastSession,
    deliveries: recentDeliveries(paths.home, daysBefore(now, 7), now),
    trouble: hookTrouble(paths.home, daysBefore(now, 1)) ?? null,
    refusedReports: standing.refusedReports,
    upkeep: standing.upkeep,
  };
}

export function quickStatus(context: Context, paths: Paths, machine: Machine): QuickStatus {
  const { database, system } = context;
  // The hook leaves it when it starts a scan.
  const mark = statSync(join(paths.home, "last-scan"), { throwIfNoEntry: false });
  const counts = statuses.map((status) => [status, countWithStatus(database, status)] as const);
  return {
    lessons: Object.fromEntries(counts) as Record<Status, number>,
    needsYou: needsYou(context, paths),
    scan: { ...readLogs(database), startedAt: mark?.mtime.toISOString() ?? null },
    setup: deliverySetup(machine, paths),
    isSwitchedOff: isSwitchedOff(machine.environment),
    pause: pauseIn(paths.home, new Date(system.now())) ?? null,
    lastSession: lastSessionDigest(context) ?? null,
    refusedReports: refusedReports(database),
    upkeep: upkeepAttention(database, paths.home) ?? null,
  };
}

function trialState(database: Database): StatusReport["trial"] {
  const trial = runningTrial(database);
  return trial === undefined ? null : { lessons: trial.lessons.length, percent: trial.share / 10 };
}

function compiledState(context: Context, paths: Paths): CompiledState | null {
  const current = join(paths.cache, "current");
  const last = lastCompilation(paths);
  const generation = last?.generation ?? linkedName(current);
  if (generation === undefined) return null;
  const { files, lessons, below, elsewhere } = makeCompilation(context, paths);
  const isCurrent = files.generation === generation;
  return {
    generatedAt: last?.generatedAt ?? null,
    isCurrent,
    damaged: isCurrent ? damagedFiles(current, files) : [],
    lessons: lessons.length,
    below,
    elsewhere,
    blunt: files.blunt,
  };
}

/** By the last look; undefined when there was none. */
export function upkeepAttention(database: Database, home: string): UpkeepAttention | undefined {
  const found = readMarks(home);
  if (found === undefined) return undefined;
  const marked = marksBeside(database);
  const ids = new Set(found.marks.flatMap(({ lesson }) => lesson ?? []));
  const lessons = [...ids].filter((id) => {
    const lesson = findLesson(database, id);
    return lesson !== undefined && marked(lesson).length > 0;
  });
  const remarks = found.marks.filter(({ lesson }) => lesson === undefined);
  return {
    lookedAt: found.lookedAt,
    lessons: lessons.length,
    remarks: remarks.map(({ because }) => because),
  };
}
