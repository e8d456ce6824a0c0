import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { storeNeeds } from "../../lesson/needs-you.ts";
import { countNewCandidates } from "../../lesson/table/list.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { withFileLock } from "../../platform/database/file-lock.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { packageRoot, ensurePrivateDirectory, type Paths } from "../../platform/paths.ts";
import { cardLines } from "../card/card-entries.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { refreshSkillLinks } from "../init/skill-links.ts";
import { toolSkills, writeToolSkills } from "../init/tool-skills.ts";
import { knownProjects } from "../known-projects.ts";
import { type CacheFiles, cacheFiles } from "./cache-files.ts";
import type { CacheIndex } from "./cache-index.ts";
import { runningTrial } from "../trial/trials.ts";
import { type KeptFiles, keptLessonFiles } from "./kept-files.ts";
import { type BucketPrefilter, lessonFiles } from "./lesson-files.ts";
import { markerLessons } from "./marker-file.ts";
import { publishCache } from "./publish-cache.ts";
import { readyLessons, type ReadyLessons } from "./make-ready.ts";

export interface CompileReport {
  /** Whether the hook sees anything else than before. */
  readonly isChanged: boolean;
  readonly generation: string;
  readonly lessons: number;
  /** Active, but below `minConfidence` or `minPriority`. */
  readonly below: readonly string[];
  /** Active, but for other systems than this machine's. */
  readonly elsewhere: readonly string[];
  readonly prefilters: readonly BucketPrefilter[];
  readonly blunt: CacheFiles["blunt"];
  readonly skills: readonly string[];
}

type CompilePaths = Pick<Paths, "home" | "cache" | "skills" | "schemas">;

/**
 * Makes what the hook reads from the active lessons and the settings. One at a time, from reading the store on:
 * of two commands at once the last to publish has seen what both of them wrote.
 */
export function compile(
  context: Context,
  paths: CompilePaths,
  options: CompileOptions = {},
): CompileReport {
  const { onWait } = context;
  return withFileLock(
    join(paths.cache, "compile.lock"),
    { inTheWay: "another compilation", onWait },
    () => compileAlone(context, paths, options),
  );
}

export interface CompileOptions {
  /** Takes over from the last compilation what this program would make again; without it everything is made. */
  readonly build?: string | undefined;
}

function compileAlone(
  context: Context,
  paths: CompilePaths,
  { build }: CompileOptions,
): CompileReport {
  let keep: KeptFiles["keep"] | undefined;
  const { lessons, below, elsewhere, files, skills } = makeCompilation(
    context,
    paths,
    (delivered) => {
      if (build === undefined) return lessonFiles(delivered);
      const kept = keptLessonFiles(paths.cache, delivered, build);
      keep = kept.keep;
      return kept.files;
    },
  );
  writeToolSkills(paths.skills, lessons, context.config.cliIntelThreshold);
  const isChanged = publishCache(paths.cache, files);
  keep?.(files.generation);
  refreshSkillLinks(paths);
  placeSchema(paths.schemas);
  return {
    isChanged,
    generation: files.generation,
    lessons: lessons.length,
    below,
    elsewhere,
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

/** Everything that the hook is to read, made but not written. */
interface Compilation extends Omit<ReadyLessons, "seen" | "watches"> {
  readonly files: CacheFiles;
  readonly skills: CacheIndex["skills"];
}

export function makeCompilation(
  context: Context,
  paths: Pick<Paths, "home" | "skills">,
  makeLessonFiles = lessonFiles,
): Compilation {
  const { database, config, system } = context;
  const { lessons, seen, below, elsewhere, watches } = readyLessons(database, config);
  const { skills, projectSkills } = toolSkills(paths.skills, lessons, config.cliIntelThreshold);
  const now = system.now();
  const markers = markerLessons(paths.home, now);
  const areToCome = new Set(
    lessons.filter(({ validFrom = "" }) => validFrom > now).map(({ id }) => id),
  );
  const delivery = deliveryConfig(config);
  const delivered = { lessons: [...lessons, ...markers], watches };
  const files = cacheFiles(
    {
      ...delivered,
      // The session that is to show the marker must not spend its first seconds on a scan.
      config: markers.length === 0 ? delivery : { ...delivery, autoScanIntervalHours: 0 },
      needs: storeNeeds(database).counts,
      newCandidates: countNewCandidates(database),
      projects: knownProjects(paths.home),
      skills,
      projectSkills,
      card: cardLines(
        database,
        seen.filter(({ lesson }) => !areToCome.has(lesson.id)),
      ),
      trial: compiledTrial(database),
    },
    now,
    makeLessonFiles(delivered),
  );
  return { lessons, below, elsewhere, files, skills };
}

function compiledTrial(database: Database): CacheIndex["trial"] {
  const trial = runningTrial(database);
  return trial && { id: trial.id, share: trial.share, lessons: trial.lessons };
}
