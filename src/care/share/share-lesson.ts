import { rmSync } from "node:fs";
import { join } from "node:path";
import { mostSharedPatterns, renderLessonFile } from "../../lesson/file/write.ts";
import { dangerMarks } from "../../lesson/record/danger.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { ownerOf } from "../../redact/owner.ts";
import { makeRedact, type Redact } from "../../redact/redact.ts";
import { userHome } from "../../platform/paths.ts";
import { projectIdentity } from "../../platform/project/learning-place.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { fileOfLesson, findProjectFile, putProjectFile } from "./project-files.ts";
import { withFileFault } from "../../platform/files/file-fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { Fault } from "../../platform/fault.ts";
import { requireLesson } from "../../lesson/find.ts";
import { secretField } from "../../lesson/record/record.ts";
import {
  ensureSharedFolder,
  longestLessonFile,
  pathInProject,
  readShared,
  sharedFileName,
  sharedFolder,
  sharedHash,
  type SharedFolder,
} from "../../lesson/file/shared-folder.ts";
import type { Context, Place } from "../../platform/context.ts";
import { requirePerson, whoIn } from "../../platform/person/who.ts";

/** The project that lessons are shared with, and what must not get into it. */
interface ShareTarget {
  readonly folder: SharedFolder;
  /** `project:<id>` */
  readonly project: string;
  readonly redact: Redact;
}

/** The project of a directory as somewhere to share lessons with. */
export function shareTarget({ environment, workingDirectory }: Place): ShareTarget {
  const folder = sharedFolder(environment, workingDirectory);
  if (folder?.isRepository !== true) {
    throw new Fault("bad-input", `${workingDirectory} is not in a git repository`, {
      hint: "lessons are shared through git: go to the project, or run git init",
    });
  }
  const redact = makeRedact(ownerOf(environment, userHome(environment)));
  return { folder, redact, project: `project:${redact(projectIdentity(folder.root))}` };
}

/** What became of the file of a lesson. */
interface SharedFile {
  readonly slug: string;
  readonly file: string;
  readonly is: "written" | "unchanged" | "removed" | "absent";
  /** What its readers should know before they approve it. */
  readonly marks?: readonly string[];
}

interface ShareOptions {
  readonly force?: boolean | undefined;
}

/** Writes lessons into the project, a file each. All are looked at before the first is written. */
export function shareLessons(
  context: Pick<Context, "database" | "who">,
  target: ShareTarget,
  names: readonly string[],
  { force = false }: ShareOptions,
): readonly SharedFile[] {
  const { database } = context;
  const type = `lessons share ${names.join(" ")}`;
  requirePerson(whoIn(context), { what: "share lessons", type });
  return inTransaction(database, () => {
    const plans = names.map((name) => plan(database, target, requireLesson(database, name)));
    if (!force) for (const { lesson } of plans) refuseSecrets(lesson, target.redact);
    ensureSharedFolder(target.folder);
    return plans.map((planned) => write(database, target, planned));
  });
}

function plan(database: Database, { folder, project }: ShareTarget, lesson: Lesson) {
  if (lesson.stage.status !== "active") {
    throw new Fault("bad-move", `cannot share ${lesson.slug}: it is ${lesson.stage.status}`, {
      hint: `only approved lessons are shared: lessons review "approve ${lesson.slug}"`,
    });
  }
  const number = lessonNumber(database, lesson.id);
  // The file that the lesson came with, else one of its own name.
  const name = fileOfLesson(database, project, number)?.slug ?? lesson.slug;
  const text = renderLessonFile(lesson);
  refuseUnreadable(lesson, text);
  const planned = { lesson, number, name, text, isThere: false };
  const current = readShared(folder, name);
  if (current === undefined) return planned;
  if ("problem" in current) throw inTheWay(name, current.problem);
  if (current.hash === sharedHash(text)) return { ...planned, isThere: true };

  const known = findProjectFile(database, project, name);
  const isOurs = known !== undefined && [known.lesson, known.previous].includes(number);
  if (!isOurs) throw inTheWay(name, "is not the file of this lesson");
  if (known.fileHash === current.hash) return planned;
  throw new Fault("changed-since", `${pathInProject(name)} was changed since you last read it`, {
    hint: "run lessons scan, check the new text, then share again",
  });
}

function write(
  database: Database,
  { folder, project }: ShareTarget,
  { lesson, number, name, text, isThere }: ReturnType<typeof plan>,
): SharedFile {
  if (!isThere) {
    // For everybody who may read the project, unlike what is in our home.
    writeFileAtomically(join(folder.path, sharedFileName(name)), [text], { mode: 0o644 });
  }
  putProjectFile(database, {
    project,
    slug: name,
    fileHash: sharedHash(text),
    lesson: number,
    previous: null,
    isWritten: true,
    isPresent: true,
  });
  const is = isThere ? "unchanged" : "written";
  return { slug: lesson.slug, file: pathInProject(name), is, marks: dangerMarks(lesson) };
}

/** What nobody could read back is not written. */
function refuseUnreadable({ slug, triggers }: Lesson, text: string): void {
  const isLong = Buffer.byteLength(text) > longestLessonFile;
  const patterns = triggers.commandPatterns.length + triggers.contentPatterns.length;
  if (!isLong && patterns <= mostSharedPatterns) return;
  const limit = isLong ? `${longestLessonFile / 1000} kB` : `${mostSharedPatterns} patterns`;
  throw new Fault("bad-input", `${slug} is too large to share: the limit is ${limit}`, {
    hint: "split it into two lessons",
  });
}

/** A repository does not forget. */
function refuseSecrets(lesson: Lesson, redact: Redact): void {
  const field = secretField(lesson, redact);
  if (field === undefined) return;
  throw new Fault(
    "bad-input",
    `${field} of ${lesson.slug} looks like it has a secret, an address or your name`,
    { hint: `lessons edit ${lesson.slug} ${field} "…", or add --force if it is harmless` },
  );
}

function inTheWay(name: string, problem: string): Fault {
  return new Fault("already-there", `${pathInProject(name)} is in the way: it ${problem}`, {
    hint: "move the file, then share again",
  });
}

/** Takes the files of lessons out of the project. One that somebody changed stays unless `force` is said. */
export function unshareLessons(
  { database }: Pick<Context, "database">,
  target: ShareTarget,
  names: readonly string[],
  options: ShareOptions,
): readonly SharedFile[] {
  return inTransaction(database, () => {
    const plans = names.map((name) => planRemoval(database, target, name, options));
    return plans.map((planned) => remove(database, target, planned));
  });
}

function planRemoval(
  database: Database,
  { folder, project }: ShareTarget,
  typed: string,
  { force = false }: ShareOptions,
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
  { folder }: ShareTarget,
  { slug, name, known, isThere }: ReturnType<typeof planRemoval>,
): SharedFile {
  const path = join(folder.path, sharedFileName(name));
  withFileFault("remove", path, () => rmSync(path, { force: true }));
  if (known !== undefined) putProjectFile(database, { ...known, isPresent: false });
  return { slug, file: pathInProject(name), is: isThere ? "removed" : "absent" };
}

function stays(name: string, problem: string): Fault {
  return new Fault("changed-since", `${pathInProject(name)} was not removed: it ${problem}`, {
    hint: "delete it yourself, or add --force if it is a changed lesson file",
  });
}
