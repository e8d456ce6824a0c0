import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { hookFolderIn, planHookFolder, writeHookFolder } from "../../deliver/init/hook-folder.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { Checkup } from "./checkup.ts";

/** Whether what the agent calls is what this version of ours would have put there. */
export function checkHookFiles({ setup, paths, source }: Checkup): Examined {
  const folder = hookFolderIn(paths);
  // The plugin brings files of its own, and keeps them up to date itself.
  if (setup.way !== "settings") return { findings: [] };
  const files = planHookFolder(folder, source);
  const copies = files.filter(({ target }) => target === undefined);
  const [missing, changed] = (["new", "changed"] as const).map((wanted) =>
    copies.filter(({ state }) => state === wanted),
  );
  const findings: Finding[] = [];
  for (const [group, severity, text] of [
    [missing, "broken", "files of the hook are missing"],
    [changed, "warning", "files of the hook are not those of this version"],
  ] as const) {
    if (group === undefined || group.length === 0) continue;
    const names = named(group.map(({ path }) => basename(path)));
    findings.push({
      check: "hook-files",
      severity,
      text: `${text}: ${names}`,
      hint: "lessons doctor --fix copies them again, and so does lessons init",
      fix: () => {
        writeHookFolder(folder, group);
        return `copied ${names} of the hook again`;
      },
    });
  }
  const program = files.filter(({ path }) => basename(path) === programName);
  return {
    findings: [
      ...findings,
      ...programFindings(join(folder, programName), () => writeHookFolder(folder, program)),
    ],
    fine: "files of this version",
  };
}

const programName = "lessons.js";

/** The whole program, which the hook starts when a scan is due. */
function programFindings(link: string, write: () => void): readonly Finding[] {
  if (existsSync(link)) return [];
  return [
    {
      check: "hook-files",
      severity: "warning",
      text: "the hook does not find the program, so that no scan starts by itself",
      hint: "lessons doctor --fix tells it where this one is",
      fix: () => {
        write();
        return "told the hook where the program is";
      },
    },
  ];
}
