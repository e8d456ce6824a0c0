import { emptyManifest, manifestPath, readManifest, type Manifest } from "./manifest.ts";
import type { ProjectState } from "./project-state.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import type { Context } from "../../platform/context.ts";
import type { ProjectDisk } from "./project-disk.ts";
import { readSeen, wasSeen } from "./seen-record.ts";

/** A project that is rendered to. */
export interface RenderedProject {
  readonly disk: ProjectDisk;
  /** `project:<id>` */
  readonly project: `project:${string}`;
  /** Our folder. */
  readonly home: string;
}

/** A project, and the lessons of the kinds that are rendered: those of this project and those that hold everywhere. */
export function projectState(
  { database }: Pick<Context, "database">,
  { disk, project, home }: RenderedProject,
): ProjectState {
  const seen = readSeen(home, disk.root);
  const lessons = [
    ...eachLesson(database, { kinds: ["workflow", "procedure", "decision", "pitfall"] }),
  ]
    .map(lessonFromRow)
    .filter(({ scope }) => scope === project || scope === "global")
    .map((lesson) => [lesson.id, lesson] as const);
  return {
    manifest: readProjectManifest(disk),
    look: disk.look,
    list: disk.list,
    lessons: new Map(lessons),
    project,
    wasSeen: wasSeen(seen, disk.root),
    knownNumbers: seen?.numbers ?? emptyManifest.lastNumbers,
  };
}

/** The manifest of a project, empty where there is none. One that cannot be read is not written over. */
export function readProjectManifest({ look }: ProjectDisk): Manifest {
  const looked = look(manifestPath);
  if (looked.is === "absent") return emptyManifest;
  const manifest =
    looked.is === "text" ? readManifest(looked.text) : { problem: `cannot be used: ${looked.why}` };
  if (!("problem" in manifest)) return manifest;
  throw new Fault("file-unreadable", `${manifestPath} ${manifest.problem}`, {
    hint: "bring it back with git, or move it away: entries are then known by their Source lines, and what was changed stays yours",
  });
}
