import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { Fault } from "../../platform/fault.ts";
import { findAgents } from "../../deliver/init/delivery-setup.ts";
import { hookFolderIn, installedLaunch } from "../../deliver/init/hook-folder.ts";
import { planRegistration } from "../../deliver/init/hook-registration.ts";
import { readInstalledRecord } from "../../deliver/init/installed-record.ts";
import type { Examined, Finding } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

const { title } = deliveryDoor.adapter;

/** Whether the agent is told to call the hook, with the entries of this version. */
export function checkRegistration(checkup: Checkup): Examined {
  const { setup, machine } = checkup;
  if (setup.problem !== null)
    return broken(setup.problem, "correct the file; until then nobody can tell what it says");
  if (setup.way === "none") {
    const isHere = findAgents(machine).some((agent) => agent.canDeliver && agent.isHere);
    return isHere
      ? broken(`${title} does not call the hook: nothing is delivered`, "lessons init")
      : nowhere;
  }
  const files = setup.files.join(", ");
  if (setup.areHooksOff)
    return broken(`${files} forbids all hooks (disableAllHooks)`, "take that setting out");
  if (setup.isIgnored)
    return broken(
      `${title} passes over ${files}: it has comments or trailing commas`,
      "take them out",
    );
  if (setup.way === "plugin") return { findings: [], fine: "called by the plugin" };
  return { findings: setup.files.flatMap((file) => outdated(file, checkup)), fine: "registered" };
}

/** A settings file belongs to its user: only `init` changes it, and asks. */
function outdated(file: string, { paths, source }: Checkup): readonly Finding[] {
  const hookFolder = hookFolderIn(paths);
  const known = readInstalledRecord(hookFolder).settings.find((record) => record.file === file);
  const table = deliveryDoor.settings.hookTable(installedLaunch(hookFolder, source));
  try {
    const { added } = planRegistration(file, table, { hookFolder, known });
    if (Object.keys(added).length === 0) return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return broken(error.message, error.hint).findings;
  }
  return [
    {
      check: "registration",
      severity: "warning",
      text: `the hook entries in ${file} are not those of this version`,
      hint: "lessons init shows the difference and puts them right",
    },
  ];
}

const nowhere: Examined = {
  findings: [
    {
      check: "registration",
      severity: "note",
      text: "no agent was found here that lessons can be delivered to",
      hint: `with ${title} installed: lessons init`,
    },
  ],
};

function broken(text: string, hint: string): Examined {
  return { findings: [{ check: "registration", severity: "broken", text, hint }] };
}
