import { accessSync, constants } from "node:fs";
import type { Instant } from "../../lesson/record/lesson.ts";
import { ownerOf } from "../../redact/owner.ts";
import { poorlyReadLogs, readLogs } from "../../capture/ledger/logs.ts";
import type { LogTask } from "../../capture/scan/log-task.ts";
import { planScan } from "../../capture/scan/scan.ts";
import { counted, named } from "./finding.ts";
import type { Checkup, Examined, Found, OpenStore } from "./finding.ts";

/** Whether the agents' logs can be read, and how much of them has not been. */
export function checkLogs({ context }: OpenStore, { machine, now }: Checkup): Examined {
  const { database, config } = context;
  const owner = ownerOf(machine.environment, machine.home);
  const plan = planScan(context, { machine, owner, isFull: false });
  const closed = plan.tasks.filter(({ path }) => !isReadable(path)).map(({ path }) => path);
  const places = [...plan.unreadable, ...closed];
  const found: Found[] = [];
  if (places.length > 0) {
    found.push({
      check: "logs-unreadable",
      severity: "warning",
      text: `cannot read ${counted(places.length, "log folder", "log folders")}: ${named(places)}`,
      hint: "check the owner and permissions; your own folders: lessons config get scanPaths",
    });
  }
  for (const { agent, share } of poorlyReadLogs(database)) {
    found.push({
      check: "logs-format",
      severity: "warning",
      text: `${Math.round(share * 100)} % of ${agent}'s log records could not be read; the format may have changed`,
      hint: "update lessons, then read them again: lessons scan --full",
    });
  }
  const { logs } = readLogs(database);
  const waiting = plan.tasks.filter(({ path }) => !closed.includes(path));
  const late = overdue(waiting, config.autoScanIntervalHours, now);
  if (logs === 0 && waiting.length > 0) {
    found.push({
      check: "logs-waiting",
      severity: "note",
      text: `no logs read yet; ${amount(waiting)} waiting`,
      hint: "lessons scan",
    });
  } else if (late.length > 0) {
    found.push({
      check: "logs-waiting",
      severity: "warning",
      text: `${amount(late)} waiting too long to be read`,
      hint: "to read them: lessons scan (each session starts one if your agent is connected)",
    });
  }
  const rest = waiting.length === 0 ? "nothing waiting" : `${amount(waiting)} not yet read`;
  return found.length > 0 ? found : `${counted(logs, "log", "logs")} read, ${rest}`;
}

/** Twice the time between scans: the machine may have been off. Where scans do not start by themselves, nothing is late. */
function overdue(
  tasks: readonly LogTask[],
  intervalHours: number,
  now: Instant,
): readonly LogTask[] {
  if (intervalHours === 0) return [];
  const since = Date.parse(now) - 2 * intervalHours * 3_600_000;
  return tasks.filter(({ modifiedMs }) => modifiedMs < since);
}

function amount(tasks: readonly LogTask[]): string {
  const bytes = tasks.reduce((sum, { size, from }) => sum + size - from.byte, 0);
  const megabytes = bytes / 1_000_000;
  const size = megabytes < 1 ? `${Math.ceil(bytes / 1000)} kB` : `${megabytes.toFixed(1)} MB`;
  return `${counted(tasks.length, "log", "logs")} with ${size}`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
