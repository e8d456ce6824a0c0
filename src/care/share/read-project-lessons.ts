import type { Database } from "../../platform/database/database.ts";
import { fileLesson, filesOfProject, hasProjectFiles, type ProjectFile } from "./project-files.ts";
import type { Remark } from "../import/prepare-import.ts";
import {
  listShared,
  pathInProject,
  readShared,
  sharedFolder,
  type FileText,
  type SharedFolder,
} from "../../lesson/file/shared-folder.ts";
import type { Context, Place } from "../../platform/context.ts";

/** What the lesson files of a project brought. */
export interface ProjectReading {
  /** `project:<id>` */
  readonly project: string;
  readonly files: number;
  /** Slugs of candidates that were not there before. */
  readonly added: readonly string[];
  /** Slugs of candidates that say what a file says since it was changed. */
  readonly changed: readonly string[];
  /** Slugs of candidates that were put away, because no file says them any more. */
  readonly withdrawn: readonly string[];
  /** Files that could not be read, and what they said that was not taken. */
  readonly problems: readonly Remark[];
  readonly remarks: readonly Remark[];
}

/** What became of the files that are not as they were. */
export type Settled = Omit<ProjectReading, "project" | "files">;

/**
 * Brings the candidates into line with the lesson files of the project that a directory is in. What a file
 * says is a candidate until this person approves it; nothing that a person has decided on is changed.
 * Undefined where there is neither a file nor the memory of one.
 */
export async function readProjectLessons(
  context: Context,
  place: Place,
): Promise<ProjectReading | undefined> {
  const { database } = context;
  const folder = sharedFolder(place.environment, place.workingDirectory);
  if (folder === undefined) return undefined;
  const listing = listShared(folder);
  if (listing === undefined && !hasProjectFiles(database)) return undefined;

  // Loaded only where there are such files: it can ask git, and starting programs takes a lot to load.
  const { learningPlace } = await import("../../platform/project/learning-place.ts");
  const project = learningPlace(place.environment, folder.root).scope;
  const known = filesOfProject(database, project);
  if (listing === undefined && known.length === 0) return undefined;

  const { slugs, strangers } = listing ?? { slugs: [], strangers: [] };
  const found = readFiles(folder, slugs.slice(0, mostFiles));
  const fresh = found.files.filter(({ slug, hash }) => !isAsItWas(known, slug, hash));
  const there = new Set(slugs);
  const gone = known.filter(({ slug, isPresent }) => isPresent && !there.has(slug));
  let settled: Settled = { added: [], changed: [], withdrawn: [], problems: [], remarks: [] };
  if (fresh.length + gone.length > 0) {
    // Loaded only now: mostly nothing has changed, and this is what it takes to read files.
    const { settleProjectFiles } = await import("./settle-project-files.ts");
    settled = await settleProjectFiles(context, { project, fresh, gone });
  }
  return {
    project,
    files: slugs.length,
    ...settled,
    problems: [
      ...strangers.slice(0, mostNamed).map((name) => ({ place: name, problem: notOurName })),
      ...(slugs.length > mostFiles ? [tooMany(slugs.length)] : []),
      ...found.problems,
      ...settled.problems,
    ],
    remarks: [...settled.remarks, ...bothInUse(database, project)],
  };
}

function readFiles(
  folder: SharedFolder,
  slugs: readonly string[],
): { readonly files: readonly FileText[]; readonly problems: readonly Remark[] } {
  const files: FileText[] = [];
  const problems: Remark[] = [];
  for (const slug of slugs) {
    const reading = readShared(folder, slug);
    if (reading === undefined) continue;
    if ("problem" in reading) problems.push({ place: pathInProject(slug), ...reading });
    else files.push(reading);
  }
  return { files, problems };
}

function isAsItWas(known: readonly ProjectFile[], slug: string, hash: string): boolean {
  return known.some((file) => file.slug === slug && file.fileHash === hash && file.isPresent);
}

/** A file was changed, the new version approved, and the old one is still in use: the person decides. */
function bothInUse(database: Database, project: string): readonly Remark[] {
  return filesOfProject(database, project).flatMap(({ slug, lesson, previous }) => {
    if (previous === null) return [];
    const [now, before] = [lesson, previous].map((number) => fileLesson(database, number)?.lesson);
    if (now?.stage.status !== "active" || before?.stage.status !== "active") return [];
    const problem = `${before.slug} is the older version of ${now.slug} and still active. To archive it: lessons archive ${before.slug} --reason "replaced by ${now.slug}"`;
    return [{ place: pathInProject(slug), problem }];
  });
}

const mostFiles = 1000;
const mostNamed = 5;
const notOurName = "is ignored: a lesson file is named <slug>.md";

function tooMany(count: number): Remark {
  const problem = `only the first ${mostFiles} of ${count} files are read`;
  return { place: ".lessons/lessons", problem };
}
