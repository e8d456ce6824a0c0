import { spawnSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import type { DeliveryDoor } from "../../agents/delivery.ts";
import { deliveryDoor, otherDoors } from "../../agents/delivery-doors.ts";
import { planAgent } from "../../deliver/init/agent-plan.ts";
import {
  installedLaunch,
  hookFolderIn,
  planHookFolder,
  writeHookFolder,
} from "../../deliver/init/hook-folder.ts";
import { Fault } from "../../platform/fault.ts";
import { isAnyConnected, unconnectedAgents } from "../../deliver/init/delivery-setup.ts";
import { planRegistration } from "../../deliver/init/hook-registration.ts";
import { readInstalledRecord } from "../../deliver/init/installed-record.ts";
import { broken, named, type Check, type Checkup, type Examined, type Found } from "./finding.ts";

export const hookChecks: readonly Check[] = [
  { area: "hook", name: "registration", look: checkRegistration },
  { area: "hook", name: "hook-files", look: checkHookFiles },
  { area: "hook", name: "node", look: checkNode },
];

const { title } = deliveryDoor.adapter;
const { edit } = deliveryDoor.settings;

/** Whether the agent is asked to call the hook, with the entries of this version. */
function checkRegistration(checkup: Checkup): Examined {
  const { setup, machine } = checkup;
  if (setup.problem !== null) return broken(setup.problem, "fix the file; lessons cannot read it");
  const unconnected = unconnectedAgents(machine, setup);
  if (unconnected.length === 0 && !isAnyConnected(setup)) {
    const text = "no supported agent found on this machine";
    return { severity: "note", text, hint: `install ${title}, then run: lessons init` };
  }
  const missing = unconnected.map((agent) =>
    broken(`${agent} is not connected: it gets no lessons`, "lessons init"),
  );
  const others = otherDoors
    .filter(({ adapter }) => setup.others.includes(adapter.title))
    .flatMap((door) => outdatedAgent(door, checkup));
  if (setup.way === "none")
    return missing.length + others.length > 0
      ? [...missing, ...others]
      : `connected: ${setup.others.join(", ")}`;
  const files = setup.files.join(", ");
  if (setup.areHooksOff)
    return broken(`${files} turns off all hooks (disableAllHooks)`, "remove that setting");
  if (setup.isIgnored)
    return broken(`${title} ignores ${files}: it has comments or trailing commas`, "remove them");
  const found = [
    ...missing,
    ...others,
    ...(setup.way === "plugin" ? [] : setup.files.flatMap((file) => outdated(file, checkup) ?? [])),
  ];
  if (found.length > 0) return found;
  const by = setup.way === "plugin" ? "connected by the plugin" : "registered";
  return setup.others.length === 0 ? by : `${by}; also ${setup.others.join(", ")}`;
}

/** The files that connect an agent are those of this version. */
function outdatedAgent(door: DeliveryDoor, { machine, paths, source }: Checkup): readonly Found[] {
  const record = readInstalledRecord(hookFolderIn(paths));
  try {
    if (planAgent(door, { machine, paths, source }, record).isDone) return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [broken(error.message, error.hint)];
  }
  return [
    {
      severity: "warning",
      text: `the files that connect ${door.adapter.title} are from another version`,
      hint: "to update them: lessons init (it shows the changes first)",
    },
  ];
}

/** A settings file belongs to its user: only `init` changes it, and asks. */
function outdated(file: string, { paths, source }: Checkup): Found | undefined {
  const hookFolder = hookFolderIn(paths);
  const known = readInstalledRecord(hookFolder).settings.find((record) => record.file === file);
  const table = deliveryDoor.settings.hookTable(installedLaunch(hookFolder, source));
  try {
    const { added } = planRegistration(file, table, { edit, hookFolder, known });
    if (Object.keys(added).length === 0) return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return broken(error.message, error.hint);
  }
  return {
    severity: "warning",
    text: `the hooks in ${file} are from another version`,
    hint: "to update them: lessons init (it shows the changes first)",
  };
}

/** Whether what the agent calls is what this version of ours would have put there. */
function checkHookFiles({ setup, paths, source }: Checkup): Examined {
  const folder = hookFolderIn(paths);
  // The plugin brings files of its own, and keeps them up to date itself.
  if (setup.way !== "settings" && setup.others.length === 0) return undefined;
  const files = planHookFolder(folder, source);
  const found: Found[] = [];
  for (const [wanted, severity, text] of [
    ["new", "broken", "hook files are missing"],
    ["changed", "warning", "hook files are from another version"],
  ] as const) {
    const group = files.filter(({ target, state }) => target === undefined && state === wanted);
    if (group.length === 0) continue;
    const names = named(group.map(({ path }) => basename(path)));
    found.push({
      severity,
      text: `${text}: ${names}`,
      hint: "to copy them again: lessons doctor --fix",
      fix: () => {
        writeHookFolder(folder, group);
        return `copied the hook files again: ${names}`;
      },
    });
  }
  // The whole program, which the hook starts when a scan is due.
  const program = "lessons.js";
  if (!existsSync(join(folder, program))) {
    found.push({
      severity: "warning",
      text: "the hook does not find the lessons program, so automatic scans do not start",
      hint: "to record its path: lessons doctor --fix",
      fix: () => {
        const link = files.filter(({ path }) => basename(path) === program);
        writeHookFolder(folder, link);
        return "recorded the program's path for the hook";
      },
    });
  }
  return found.length > 0 ? found : "files of this version";
}

/** Which Node the hook starts, by really starting it. */
function checkNode({ setup, paths, source, machine }: Checkup): Examined {
  if (!isAnyConnected(setup) || source.platform === "win32") return undefined;
  const folder = hookFolderIn(paths);
  const link = join(folder, "node");
  const isRecorded = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
  const isThere = existsSync(link);
  // As the launcher does it.
  const version = versionOf(isThere ? link : "node", machine.environment);
  const major = Number(/^v(\d+)\./.exec(version ?? "")?.[1] ?? 0);
  const where = isThere ? "the Node recorded for the hook" : "node on this PATH";
  const found = (severity: Found["severity"], text: string): Found => ({
    severity,
    text,
    hint: "to record the current Node: lessons doctor --fix",
    fix: () => {
      const links = planHookFolder(folder, source).filter(({ path }) => basename(path) === "node");
      writeHookFolder(folder, links);
      return `recorded ${source.node} for the hook`;
    },
  });
  if (version === undefined)
    return found("broken", `${where} does not start: agents get no lessons`);
  if (major < oldestForHook)
    return found("broken", `${where} is ${version}; the hook needs ${oldestForHook} or newer`);
  if (!isThere && (isRecorded || setup.way === "settings"))
    return found(
      "warning",
      `the Node recorded for the hook is gone; the hook uses node from the agent's PATH`,
    );
  return `Node ${version.replace(/^v/, "")}`;
}

const oldestForHook = 18;

function versionOf(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  const { status, stdout } = spawnSync(program, ["--version"], {
    env: { PATH: environment["PATH"] },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 5000,
  });
  return status === 0 && /^v\d+\./.test(stdout) ? stdout.trim() : undefined;
}
