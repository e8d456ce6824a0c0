import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { listLogs } from "../../agents/list-logs.ts";
import type { CacheFiles } from "../../deliver/compile/cache-files.ts";
import { damagedFiles, lastCompilation } from "../../deliver/compile/current-cache.ts";
import { makeCompilation, compile } from "../../deliver/compile/compile.ts";
import { hookTrouble } from "../../deliver/hook-trouble.ts";
import { isAnyConnected } from "../../deliver/init/delivery-setup.ts";
import { hookFolderIn } from "../../deliver/init/hook-folder.ts";
import { pauseIn, isSwitchedOff } from "../../deliver/pause.ts";
import { knownProjects } from "../../deliver/known-projects.ts";
import { chosenRepairs, repairsFile } from "../../deliver/repairs/chosen-repairs.ts";
import { safetyProblem } from "../../deliver/repairs/safety.ts";
import { runningTrial } from "../../deliver/trial/trials.ts";
import { recentDeliveries } from "../../deliver/spool/recent-deliveries.ts";
import { namesIn } from "../../platform/files/names.ts";
import { daysBefore } from "../../platform/instant.ts";
import { quoteWord } from "../../shell/word.ts";
import { counted, minute, named } from "./finding.ts";
import type { Check, Checkup, Examined, Found, OpenStore, Severity } from "./finding.ts";

export const deliveryChecks: readonly Check[] = [
  { area: "delivery", name: "silence", look: checkSilence },
  { area: "delivery", name: "trial", lookInside: checkTrial },
  { area: "delivery", name: "calls", look: checkCalls },
  { area: "delivery", name: "deliveries", look: checkDeliveries },
  { area: "delivery", name: "hook-log", look: checkHookLog },
  { area: "delivery", name: "repairs", look: checkRepairs },
  { area: "compiled", name: "cache", lookInside: checkCache },
];

/** Whether somebody has asked for quiet. */
function checkSilence({ paths, machine, now }: Checkup): Examined {
  const pause = pauseIn(paths.home, new Date(now));
  const found: Found[] = [];
  if (pause !== undefined) {
    const until = pause.until === undefined ? "until you end it" : `until ${pause.until}`;
    found.push({
      check: "paused",
      severity: pause.until === undefined ? "warning" : "note",
      text: `lessons are paused ${until}`,
      hint: "lessons pause --off",
    });
  }
  if (isSwitchedOff(machine.environment)) {
    found.push({
      check: "switched-off",
      severity: "warning",
      text: "lessons are switched off for agents started from this shell",
      hint: "to switch them on: unset LESSONS_DISABLED DISABLE_EXPERIENCE_INJECTION",
    });
  }
  return found;
}

/** What does not come because a trial withholds it is no fault, and somebody may have forgotten it. */
function checkTrial({ context }: OpenStore): Examined {
  const trial = runningTrial(context.database);
  if (trial === undefined) return undefined;
  const which = trial.lessons.length === 1 ? "1 lesson" : `each of ${trial.lessons.length} lessons`;
  return {
    severity: "note",
    text: `a trial withholds ${which} in ${trial.share / 10} % of sessions since ${minute(trial.startedAt)}`,
    hint: "progress: lessons trial; to end it: lessons trial stop",
  };
}

/**
 * Whether the agent really calls the hook: a session that began after the installation must have left a trace of
 * ours. Hooks that are registered and never called stay unnoticed for weeks.
 */
function checkCalls({ paths, setup, machine }: Checkup): Examined {
  if (setup.way === "none") return undefined;
  const lastCall = lastSessionTrace(join(paths.home, "sessions"));
  const installed = timeOf(join(hookFolderIn(paths), "installed.json"));
  const { logs } = listLogs([deliveryDoor.adapter], machine, { extraPlaces: [] });
  const begun = Math.max(0, ...logs.map(({ stats }) => stats.birthtimeMs));
  const at = (ms: number) => minute(new Date(ms).toISOString());
  if (installed === 0 || begun <= Math.max(lastCall, installed) + graceMs)
    return lastCall === 0 ? "not called yet" : `last called ${at(lastCall)}`;
  const ever = lastCall === 0 ? "never" : `last at ${at(lastCall)}`;
  return {
    severity: "broken",
    text: `${deliveryDoor.adapter.title} started a session at ${at(begun)} without calling the hook (${ever})`,
    hint: `${deliveryDoor.settings.whereHooksShow}; also check that LESSONS_DISABLED is not set there`,
  };
}

/** Sessions begin before their hook has run to its end. */
const graceMs = 60_000;

/** Every session that calls us has a folder, which its start and its claims touch. */
function lastSessionTrace(sessions: string): number {
  const times = namesIn(sessions).flatMap((name) => [
    timeOf(join(sessions, name)),
    timeOf(join(sessions, name, "claims")),
  ]);
  return Math.max(0, ...times);
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** What was delivered last. That nothing was is no fault: there may have been no mistake to warn of. */
function checkDeliveries({ paths, now, setup }: Checkup): Examined {
  const { lastAt, count } = recentDeliveries(paths.home, daysBefore(now, 7), now);
  if (lastAt !== null) return `last shown ${minute(lastAt)}, ${count} times this week`;
  return isAnyConnected(setup) ? "nothing shown yet" : undefined;
}

/** What the hook noted last about something that went wrong. It never says so to the agent. */
function checkHookLog({ paths, now }: Checkup): Examined {
  const trouble = hookTrouble(paths.home, daysBefore(now, 3));
  if (trouble === undefined) return undefined;
  const isSlow = /^(?:slow|stopped)/.test(trouble.text);
  return {
    severity: isSlow ? "note" : "warning",
    text: `the hook reported at ${minute(trouble.at)}: ${trouble.text}`,
    hint: isSlow
      ? "a single report is harmless; if it repeats, simplify the slow lessons listed here"
      : `to reinstall the hook: lessons init; earlier messages: ${paths.home}/log/hook.log`,
  };
}

/** Whether what a person switched on for the agent's shell is still safe. The hook leaves out what is not, without a word. */
function checkRepairs({ paths, machine }: Checkup): Examined {
  const { chosen, problems } = chosenRepairs(paths.home);
  const place = { userHome: machine.home, projects: Object.keys(knownProjects(paths.home)) };
  const found = chosen.flatMap((repair): readonly Found[] => {
    const problem = safetyProblem(repair, place);
    if (problem === undefined) return [];
    const off = `lessons repairs off ${repair.name} ${quoteWord(repair.value)}`;
    return [
      {
        check: "unsafe-repair",
        severity: "warning",
        text: `the repair ${repair.name} is not active: ${problem}`,
        hint: `fix that (the next session uses it again), or switch it off: ${off}`,
      },
    ];
  });
  const unread = problems.map((text): Found => ({
    check: "bad-repairs",
    severity: "warning",
    text,
    hint: `delete ${join(paths.home, repairsFile)}, then switch the repairs on again: lessons repairs`,
  }));
  if (found.length + unread.length > 0) return [...unread, ...found];
  return chosen.length === 0 ? undefined : `${counted(chosen.length, "repair", "repairs")} on`;
}

/** Whether hooks read what the store and the settings say now, file by file. */
function checkCache(open: OpenStore, { paths, badConfig, setup }: Checkup): Examined {
  // Nobody knows what ought to be there.
  if (badConfig !== undefined || open.unusable.length > 0) return undefined;
  const current = join(paths.cache, "current");
  // Nobody reads it, and there is nothing in it.
  const isSetUp = isAnyConnected(setup) || open.active.length > 0;
  if (!isSetUp && !existsSync(current)) return "nothing is connected yet: lessons start";
  const last = lastCompilation(paths);
  const { files } = makeCompilation(open.context, paths);
  const problem = cacheProblem(current, files, last?.generation);
  if (problem === undefined) return `up to date, built ${minute(last?.generatedAt ?? "")}`;
  const [severity, text] = problem;
  return {
    severity,
    text,
    hint: "to rebuild them: lessons doctor --fix",
    fix: () => {
      const { lessons } = compile(open.context, paths);
      return `compiled ${counted(lessons, "active lesson", "active lessons")}`;
    },
  };
}

function cacheProblem(
  current: string,
  files: CacheFiles,
  generation: string | undefined,
): readonly [Severity, string] | undefined {
  if (!existsSync(current)) return ["broken", "the hook files are missing: agents get no lessons"];
  if (generation === undefined)
    return ["broken", "the hook files are broken: agents get no lessons"];
  if (generation !== files.generation)
    return ["warning", "the hook files are older than your lessons or settings"];
  const names = damagedFiles(current, files);
  if (names.length === 0) return undefined;
  return ["broken", `hook files differ from what lessons wrote: ${named(names)}`];
}
