import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { lessonNoteMark } from "../../gates/lesson-note.ts";
import { findLesson } from "../../store/lessons.ts";
import { Fault } from "../../system/fault.ts";
import { realPath } from "../../system/project-config.ts";
import type { GateProject } from "./gate-project.ts";
import type { ReviewRoom } from "./review-room.ts";

/**
 * The path of the project that somebody means: as seen from where they are, else from the top of the
 * project, because that is how we print paths. Links are followed, but not out of the project.
 */
export function projectPathOf({ root, workingDirectory }: GateProject, typed: string): string {
  const here = resolve(workingDirectory, typed);
  const path = realPath(existsSync(here) ? here : resolve(root, typed));
  if (path === root) return "";
  if (path.startsWith(root + sep)) return relative(root, path).split(sep).join("/");
  throw new Fault("no-such-note", `${typed} is not in this project`, {
    hint: `notes are Markdown files below ${root}, and lessons as lesson:<slug>`,
  });
}

/** The path that a note is known by in the record, also when it is there no more. */
export function notePathOf({ project, workshop }: ReviewRoom, typed: string): string {
  if (!typed.startsWith(lessonNoteMark)) return projectPathOf(project, typed);
  const lesson = findLesson(workshop.database, typed.slice(lessonNoteMark.length));
  return lesson === undefined ? typed : lessonNoteMark + lesson.slug;
}
