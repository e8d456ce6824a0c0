import { rmSync } from "node:fs";
import { join } from "node:path";
import { renderLessonFile } from "../../lesson/file/write.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { fileOfLesson, putProjectFile } from "./project-files.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { Fault } from "../../platform/fault.ts";
import { requireLesson } from "../../lesson/find.ts";
import type { ShareTarget } from "./share-lesson.ts";
import {
  pathInProject,
  readShared,
  sharedFileName,
  sharedHash,
} from "../../lesson/file/shared-folder.ts";
import type { Context } from "../../platform/context.ts";

export interface UnsharedLesson {
  readonly slug: string;
  readonly file: string;
  readonly is: "removed" | "absent";
}

/** Takes the files of lessons out of the project. One that somebody changed stays unless `force` is said. */
export function unshareLessons(
  { database }: Pick<Context, "database">,
  target: Pick<ShareTarget, "folder" | "project">,
  names: readonly string[],
  options: { readonly force: boolean },
): readonly UnsharedLesson[] {
  return inTransaction(database, () => {
    const plans = names.map((name) => plan(database, target, name, options));
    return plans.map((planned) => remove(database, target, planned));
  });
}

type Plan = ReturnType<typeof plan>;

function plan(
  database: Database,
  { folder, project }: Pick<ShareTarget, "folder" | "project">,
  typed: string,
  { force }: { readonly force: boolean },
) {
  const lesson = requireLesson(database, typed);
  const known = fileOfLesson(database, project, lessonNumber(database, lesson.id));
  const name = known?.slug ?? lesson.slug;
  const current = readShared(folder, name);
  const planned = { slug: lesson.slug, name, known, isThere: current !== undefined };
  if (current === undefined) return planned;
  if ("problem" in current) throw stays(name, current.problem);
  const ours = [sharedHash(renderLessonFile(lesson)), known?.isWritten ? known.fileHash : ""];
  if (!force && !ours.includes(current.hash)) throw stays(name, "is not what you wrote");
  return planned;
}

function remove(
  database: Database,
  { folder }: Pick<ShareTarget, "folder">,
  { slug, name, known, isThere }: Plan,
): UnsharedLesson {
  const path = join(folder.path, sharedFileName(name));
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileFault(error, "remove", path);
  }
  if (known !== undefined) putProjectFile(database, { ...known, isPresent: false });
  return { slug, file: pathInProject(name), is: isThere ? "removed" : "absent" };
}

function stays(name: string, problem: string): Fault {
  return new Fault("changed-since", `${pathInProject(name)} stays: it ${problem}`, {
    hint: "remove it yourself, or say --force where it is a lesson that somebody changed",
  });
}
