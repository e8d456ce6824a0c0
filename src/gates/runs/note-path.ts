import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { findLesson } from "../../lesson/table/lessons.ts";
import { realPath } from "../../platform/paths.ts";
import { Fault } from "../../platform/fault.ts";
import type { GateContext } from "./gate-context.ts";
import type { GateProject } from "./gate-project.ts";
import { lessonNoteMark } from "./lesson-note.ts";

/**
 * The path of the project that somebody means: as seen from where they are, else from the top of the project, because
 * that is how we print paths. Where these are two files, nobody knows which one is meant; `./` says the one here. Links
 * are followed, but not out of the project.
 */
export function projectPathOf(project: GateProject, typed: string): string {
  const { root, workingDirectory } = project;
  const here = pathBelow(project, resolve(workingDirectory, typed));
  const atTop = pathBelow(project, resolve(root, typed));
  const isExact = isAbsolute(typed) || /^\.{1,2}(?:[/\\]|$)/.test(typed);
  const isHere = existsSync(resolve(workingDirectory, typed));
  const isAtTop = existsSync(resolve(root, typed));
  if (isHere && isAtTop && !isExact && here !== atTop) {
    const names = [here, atTop].map((path) =>
      path === undefined ? typed : exactName(project, path),
    );
    throw new Fault("bad-input", `${typed} could be ${names.join(" or ")}`, {
      hint: "type one of these two",
    });
  }
  const path = isHere || isExact ? here : atTop;
  if (path !== undefined) return path;
  throw new Fault("no-such-note", `${typed} is not in this project`, {
    hint: `notes are Markdown files below ${root}, and lessons as lesson:<slug>`,
  });
}

/** Undefined for what is not in the project. */
function pathBelow({ root }: GateProject, file: string): string | undefined {
  const path = realPath(file);
  if (path === root) return "";
  return path.startsWith(root + sep) ? relative(root, path).split(sep).join("/") : undefined;
}

/** As it must be typed where somebody is, whatever else is there. */
function exactName({ root, workingDirectory }: GateProject, path: string): string {
  const name = relative(realPath(workingDirectory), resolve(root, path)).split(sep).join("/");
  return name.startsWith("../") ? name : `./${name}`;
}

/** How to print the path of a note, so that it can be typed again: as the record has it, unless that is another file here. */
export function nameFrom(project: GateProject): (notePath: string) => string {
  const { root, workingDirectory } = project;
  const isAtTop = realPath(workingDirectory) === root;
  return (path) => {
    if (isAtTop || path.startsWith(lessonNoteMark)) return path;
    return existsSync(resolve(workingDirectory, path)) ? exactName(project, path) : path;
  };
}

/** The path that a note is known by in the record, also when it is there no more. */
export function notePathOf({ project, database }: GateContext, typed: string): string {
  if (!typed.startsWith(lessonNoteMark)) return projectPathOf(project, typed);
  const lesson = findLesson(database, typed.slice(lessonNoteMark.length));
  return lesson === undefined ? typed : lessonNoteMark + lesson.slug;
}
