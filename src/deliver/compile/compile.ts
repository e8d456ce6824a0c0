import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BucketPrefilter, CacheFiles } from "./cache-files.ts";
import { publishCache } from "./publish-cache.ts";
import { withFileLock } from "../../platform/database/file-lock.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { packageRoot, ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";
import { makeCompilation } from "./compilation.ts";
import { refreshSkillLinks } from "../init/refresh-skill-links.ts";
import { writeToolSkills } from "../init/tool-skills.ts";
import type { Context } from "../../platform/context.ts";

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

type CompilePaths = Pick<Paths, "home" | "cache" | "skills" | "schemas">;

/**
 * Makes what the hook reads from the active lessons and the settings. One at a time, from reading the store on:
 * of two commands at once the last to publish has seen what both of them wrote.
 */
export function compile(context: Context, paths: CompilePaths): CompileReport {
  const { onWait } = context;
  return withFileLock(
    join(paths.cache, "compile.lock"),
    { inTheWay: "another compilation", onWait },
    () => compileAlone(context, paths),
  );
}

function compileAlone(context: Context, paths: CompilePaths): CompileReport {
  const { lessons, below, files, skills } = makeCompilation(context, paths);
  writeToolSkills(paths.skills, lessons, context.config.cliIntelThreshold);
  const isChanged = publishCache(paths.cache, files);
  refreshSkillLinks(paths);
  placeSchema(paths.schemas);
  return {
    isChanged,
    generation: files.generation,
    lessons: lessons.length,
    below,
    prefilters: files.prefilters,
    blunt: files.blunt,
    skills: Object.keys(skills),
  };
}

/** `$schema` of the cache leads there, so that editors find it without a network. */
function placeSchema(folder: string): void {
  const name = "lesson-cache.schema.json";
  const [from, path] = [join(packageRoot(), "schemas", name), join(folder, name)];
  if (!existsSync(from)) return;
  const schema = readFileSync(from, "utf8");
  if (existsSync(path) && readFileSync(path, "utf8") === schema) return;
  ensurePrivateDirectory(folder);
  writeFileAtomically(path, schema);
}
