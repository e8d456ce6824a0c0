import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { listLogs } from "../../agents/list-logs.ts";
import { hookFolderIn } from "../../deliver/init/hook-folder.ts";
import type { Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

/**
 * Whether the agent really calls the hook: a session that began after the installation must have left a trace of
 * ours. Hooks that are registered and never called stay unnoticed for weeks.
 */
export function checkCalls({ paths, setup, machine }: Checkup): Examined {
  if (setup.way === "none") return { findings: [] };
  const lastCall = lastSessionTrace(join(paths.home, "sessions"));
  const installed = timeOf(join(hookFolderIn(paths), "installed.json"));
  const { logs } = listLogs([deliveryDoor.adapter], machine, { extraPlaces: [] });
  const begun = Math.max(0, ...logs.map(({ stats }) => stats.birthtimeMs));
  if (installed > 0 && begun > Math.max(lastCall, installed) + graceMs) {
    const ever = lastCall === 0 ? "never" : `last at ${instant(lastCall)}`;
    return {
      findings: [
        {
          check: "calls",
          severity: "broken",
          text: `a session of ${deliveryDoor.adapter.title} began at ${instant(begun)}, but the hook was not called (${ever})`,
          hint: `${deliveryDoor.settings.whereHooksShow}; LESSONS_DISABLED in its environment explains it, too`,
        },
      ],
    };
  }
  return {
    findings: [],
    fine: lastCall === 0 ? "not called yet" : `last called ${instant(lastCall)}`,
  };
}

/** Sessions begin before their hook has run to its end. */
const graceMs = 60_000;

/** Every session that calls us has a folder, which its start and its claims touch. */
function lastSessionTrace(sessions: string): number {
  try {
    const names = readdirSync(sessions);
    const times = names.flatMap((name) => [
      timeOf(join(sessions, name)),
      timeOf(join(sessions, name, "claims")),
    ]);
    return Math.max(0, ...times);
  } catch {
    return 0;
  }
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
