import type { BucketPrefilter, CacheFiles } from "../compile/cache-files.ts";
import { publishCache } from "../compile/publish-cache.ts";
import type { Paths } from "../system/paths.ts";
import { makeCompilation } from "./compilation.ts";
import { writeToolSkills } from "./tool-skills.ts";
import type { Workshop } from "./workshop.ts";

export interface CompileReport {
  /** Whether the hook sees anything else than before. */
  readonly isChanged: boolean;
  readonly generation: string;
  readonly lessons: number;
  /** Active, but below `minConfidence` or `minPriority`. */
  readonly below: readonly string[];
  readonly prefilters: readonly BucketPrefilter[];
  readonly blunt: CacheFiles["blunt"];
  readonly skills: readonly string[];
}

/** Makes what the hook reads from the active lessons and the settings. */
export function compile(
  workshop: Workshop,
  paths: Pick<Paths, "home" | "cache" | "skills">,
): CompileReport {
  const { lessons, below, files, skills } = makeCompilation(workshop, paths);
  writeToolSkills(paths.skills, lessons, workshop.config.cliIntelThreshold);
  return {
    isChanged: publishCache(paths.cache, files),
    generation: files.generation,
    lessons: lessons.length,
    below,
    prefilters: files.prefilters,
    blunt: files.blunt,
    skills: Object.keys(skills),
  };
}
