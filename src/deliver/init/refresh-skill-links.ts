import { existsSync } from "node:fs";
import { Fault } from "../../platform/fault.ts";
import type { Paths } from "../../platform/paths.ts";
import { hookFolderIn } from "./hook-folder.ts";
import { readInstalledRecord } from "./installed-record.ts";
import { applySkillLinks, planSkillLinks } from "./skill-links.ts";

/** Where `init` was once asked to link skills, new ones are linked, and links to those that are gone go. */
export function refreshSkillLinks(paths: Pick<Paths, "home" | "skills">): void {
  for (const folder of readInstalledRecord(hookFolderIn(paths)).skillFolders) {
    // A user who has removed it wants none.
    if (!existsSync(folder)) continue;
    try {
      applySkillLinks(folder, planSkillLinks(folder, paths.skills));
    } catch (error) {
      // No lesson waits for a link, and `lessons init --skills` says what is wrong with it.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
