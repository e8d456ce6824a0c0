import { emptyManifest, manifestPath, readManifest, type Manifest } from "../../render/manifest.ts";
import type { ProjectState } from "../../render/project-state.ts";
import { lessonFromRow } from "../../store/lesson-row.ts";
import { eachLesson } from "../../store/list-lessons.ts";
import { Fault } from "../../system/fault.ts";
import type { Workshop } from "../workshop.ts";
import type { ProjectDisk } from "./project-disk.ts";

/** A project and the lessons of the kinds that are rendered. */
export function projectState(
  { database }: Pick<Workshop, "database">,
  disk: ProjectDisk,
): ProjectState {
  const manifest = readProjectManifest(disk);
  const lessons = [
    ...eachLesson(database, { kinds: ["workflow", "procedure", "decision", "pitfall"] }),
  ]
    .map(lessonFromRow)
    .map((lesson) => [lesson.id, lesson] as const);
  return { manifest, read: disk.read, lessons: new Map(lessons) };
}

/** The manifest of a project, empty where there is none. One that cannot be read is not written over. */
export function readProjectManifest(disk: Pick<ProjectDisk, "read">): Manifest {
  const text = disk.read(manifestPath);
  if (text === undefined) return emptyManifest;
  const manifest = readManifest(text);
  if (!("problem" in manifest)) return manifest;
  throw new Fault("file-unreadable", `${manifestPath} ${manifest.problem}`, {
    hint: "bring it back with git, or move it away: what was rendered is then taken for your own",
  });
}
