import { cacheFiles, type CacheFiles } from "./cache-files.ts";
import type { CacheIndex } from "./cache-index.ts";
import { countWithStatus } from "../../lesson/table/list.ts";
import type { Paths } from "../../platform/paths.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { markerLessons } from "./marker-file.ts";
import { knownProjects } from "../known-projects.ts";
import { readyLessons, type ReadyLessons } from "./ready-lessons.ts";
import { toolSkills } from "../init/tool-skills.ts";
import type { Context } from "../../platform/context.ts";

/** Everything that the hook is to read, made but not written. */
export interface Compilation extends ReadyLessons {
  readonly files: CacheFiles;
  readonly skills: CacheIndex["skills"];
}

export function makeCompilation(
  context: Context,
  paths: Pick<Paths, "home" | "skills">,
): Compilation {
  const { database, config, system } = context;
  const { lessons, below } = readyLessons(database, config);
  const skills = toolSkills(paths.skills, lessons, config.cliIntelThreshold);
  const now = system.now();
  const markers = markerLessons(paths.home, now);
  const delivery = deliveryConfig(config);
  const files = cacheFiles(
    {
      lessons: [...lessons, ...markers],
      // The session that is to show the marker must not spend its first seconds on a scan.
      config: markers.length === 0 ? delivery : { ...delivery, autoScanIntervalHours: 0 },
      waiting: countWithStatus(database, "candidate"),
      projects: knownProjects(paths.home),
      skills,
    },
    now,
  );
  return { lessons, below, files, skills };
}
