import { spawnSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { basename, join } from "node:path";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import {
  installedLaunch,
  hookFolderIn,
  planHookFolder,
  writeHookFolder,
} from "../../deliver/init/hook-folder.ts";
import { Fault } from "../../platform/fault.ts";
import { findAgents } from "../../deliver/init/delivery-setup.ts";
import { planRegistration } from "../../deliver/init/hook-registration.ts";
import { readInstalledRecord } from "../../deliver/init/installed-record.ts";
import { broken, named, type Check, type Checkup, type Examined, type Found } from "./finding.ts";

export const hookChecks: readonly Check[] = [
  { area: "hook", name: "registration", look: checkRegistration },
  { area: "hook", name: "hook-files", look: checkHookFiles },
  { area: "hook", name: "node", look: checkNode },
];

const { title } = deliveryDoor.adapter;

/** Whether the agent is asked to call the hook, with the entries of this version. */
function checkRegistration(checkup: Checkup): Examined {
  const { setup, machine } = checkup;
  if (setup.problem !== null)
    return broken(setup.problem, "correct the file; until then nobody can tell what it says");
  if (setup.way === "none") {
    const isHere = findAgents(machine).some((agent) => agent.canDeliver && agent.isHere);
    if (isHere)
      return broken(`${title} does not call the hook: nothing is delivered`, "lessons init");
    const text = "no agent was found here that lessons can be delivered to";
    return { severity: "note", text, hint: `with ${title} installed: lessons init` };
  }
  const files = setup.files.join(", ");
  if (setup.areHooksOff)
    return broken(`${files} forbids all hooks (disableAllHooks)`, "take that setting out");
  if (setup.isIgnored)
    return broken(
      `${title} passes over ${files}: it has comments or trailing commas`,
      "take them out",
    );
  if (setup.way === "plugin") return "called by the plugin";
  const found = setup.files.flatMap((file) => outdated(file, checkup) ?? []);
  return found.length > 0 ? found : "registered";
}

/** A settings file belongs to its user: only `init` changes it, and asks. */
function outdated(file: string, { paths, source }: Checkup): Found | undefined {
  const hookFolder = hookFolderIn(paths);
  const known = readInstalledRecord(hookFolder).settings.find((record) => record.file === file);
  const table = deliveryDoor.settings.hookTable(installedLaunch(hookFolder, source));
  try {
    const { added } = planRegistration(file, table, { hookFolder, known });
    if (Object.keys(added).length === 0) return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return broken(error.message, error.hint);
  }
  return {
    severity: "warning",
    text: `the hook entries in ${file} are not those of this version`,
    hint: "lessons init shows the difference and puts them right",
  };
}

/** Whether what the agent calls is what this version of ours would have put there. */
function checkHookFiles({ setup, paths, source }: Checkup): Examined {
  const folder = hookFolderIn(paths);
  // The plugin brings files of its own, and keeps them up to date itself.
  if (setup.way !== "settings") return undefined;
  const files = planHookFolder(folder, source);
  const found: Found[] = [];
  for (const [wanted, severity, text] of [
    ["new", "broken", "files of the hook are missing"],
    ["changed", "warning", "files of the hook are not those of this version"],
  ] as const) {
    const group = files.filter(({ target, state }) => target === undefined && state === wanted);
    if (group.length === 0) continue;
    const names = named(group.map(({ path }) => basename(path)));
    found.push({
      severity,
      text: `${text}: ${names}`,
      hint: "lessons doctor --fix copies them again, and so does lessons init",
      fix: () => {
        writeHookFolder(folder, group);
        return `copied ${names} of the hook again`;
      },
    });
  }
  // The whole program, which the hook starts when a scan is due.
  const program = "lessons.js";
  if (!existsSync(join(folder, program))) {
    found.push({
      severity: "warning",
      text: "the hook does not find the program, so that no scan starts by itself",
      hint: "lessons doctor --fix tells it where this one is",
      fix: () => {
        const link = files.filter(({ path }) => basename(path) === program);
        writeHookFolder(folder, link);
        return "told the hook where the program is";
      },
    });
  }
  return found.length > 0 ? found : "files of this version";
}

/** Which Node the hook starts, by really starting it. */
function checkNode({ setup, paths, source, machine }: Checkup): Examined {
  if (setup.way === "none" || source.platform === "win32") return undefined;
  const folder = hookFolderIn(paths);
  const link = join(folder, "node");
  const isRecorded = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
  const isThere = existsSync(link);
  // As the launcher does it.
  const version = versionOf(isThere ? link : "node", machine.environment);
  const major = Number(/^v(\d+)\./.exec(version ?? "")?.[1] ?? 0);
  const where = isThere ? "the Node that was recorded for the hook" : "node on this PATH";
  const found = (severity: Found["severity"], text: string): Found => ({
    severity,
    text,
    hint: "lessons doctor --fix records the Node that runs this",
    fix: () => {
      const links = planHookFolder(folder, source).filter(({ path }) => basename(path) === "node");
      writeHookFolder(folder, links);
      return `recorded ${source.node} for the hook`;
    },
  });
  if (version === undefined)
    return found("broken", `${where} cannot be started: nothing is delivered`);
  if (major < oldestForHook)
    return found("broken", `${where} is ${version}, and the hook needs ${oldestForHook} or newer`);
  if (!isThere && (isRecorded || setup.way === "settings"))
    return found(
      "warning",
      `the Node that was recorded for the hook is gone; it takes node from the agent's PATH`,
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
