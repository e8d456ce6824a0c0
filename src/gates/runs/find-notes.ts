import { statSync } from "node:fs";
import { join } from "node:path";
import type { TextSnapshot } from "../review-state.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { statuses } from "../../lesson/record/lifecycle.ts";
import { lessonNote, lessonNoteMark } from "./lesson-note.ts";
import { isMarkdown, noteFiles } from "../catalogue/note-files.ts";
import { isCurrentNote, readNote, type NoteReading } from "../catalogue/note.ts";
import { findLesson, lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import { requireLesson } from "../../lesson/find.ts";
import { projectPathOf } from "./note-path.ts";
import type { GateContext } from "./gate-context.ts";

export interface NoteRequest {
  /** Files, folders, `lesson:<slug>`, or `lesson:` for all lessons. Without any: all notes of the project. */
  readonly names?: readonly string[];
  /** Only notes with `status: current`, and only lessons that are active. */
  readonly isCurrent: boolean;
}

export interface FoundNotes {
  readonly notes: readonly TextSnapshot[];
  /** Files that cannot be reviewed, with the reason. One of them does not hide the others. */
  readonly problems: readonly NoteProblem[];
}

export interface NoteProblem {
  readonly path: string;
  readonly problem: string;
}

/** The notes that somebody asks for, each read once. */
export function findNotes(room: GateContext, request: NoteRequest): FoundNotes {
  const found = new Map<string, TextSnapshot>();
  const problems = new Map<string, NoteProblem>();
  for (const reading of readings(room, request)) {
    if ("text" in reading) found.set(reading.path, reading);
    // Deleted and not yet told to git: it is no note any more.
    else if (!reading.isGone) problems.set(reading.path, reading);
  }
  const isWanted = ({ path, text }: TextSnapshot) =>
    !request.isCurrent || path.startsWith(lessonNoteMark) || isCurrentNote(text);
  return {
    notes: [...found.values()].filter(isWanted),
    problems: [...problems.values()].map(({ path, problem }) => ({ path, problem })),
  };
}

/** The one note that somebody means, to be reviewed or accepted. */
export function requireNote(room: GateContext, name: string): TextSnapshot {
  const { notes } = findNotes(room, { names: [name], isCurrent: false });
  const [note, ...others] = notes;
  if (note !== undefined && others.length === 0 && isOne(room, name)) return note;
  throw new Fault("no-such-note", `${name} is not one note`, {
    hint: "name a Markdown file of the project, or a lesson as lesson:<slug>",
  });
}

/** A note as it is now; undefined when it is there no more or cannot be read. */
export function noteNow({ project, context }: GateContext, path: string): TextSnapshot | undefined {
  if (path.startsWith(lessonNoteMark)) {
    const lesson = findLesson(context.database, path.slice(lessonNoteMark.length));
    return lesson === undefined || isArchived(lesson) ? undefined : lessonNote(lesson);
  }
  const reading = readNote(project.root, path);
  return "text" in reading ? reading : undefined;
}

function* readings(room: GateContext, { names, isCurrent }: NoteRequest): Generator<NoteReading> {
  if (names === undefined) {
    yield* folderNotes(room, "");
    return yield* lessonNotes(room, isCurrent);
  }
  for (const name of names) {
    if (name === lessonNoteMark) yield* lessonNotes(room, isCurrent);
    else if (name.startsWith(lessonNoteMark)) yield* namedLesson(room, name, isCurrent);
    else yield* namedFiles(room, name);
  }
}

function* folderNotes({ project }: GateContext, folder: string): Generator<NoteReading> {
  const { root, isRepository } = project;
  for (const file of noteFiles(root, { folder, isRepository })) {
    const reading = readFile(root, file);
    // A link among the files leads to a text that is listed itself, or out of the project.
    if (!("problem" in reading && reading.problem.startsWith("is a link"))) yield reading;
  }
}

function* namedFiles(room: GateContext, name: string): Generator<NoteReading> {
  const path = projectPathOf(room.project, name);
  const found = statSync(join(room.project.root, path), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return yield* folderNotes(room, path);
  const reading = readFile(room.project.root, path);
  const isOther = !isMarkdown(path) && found !== undefined;
  const problem = isOther ? "is not a Markdown file" : undefined;
  if ("text" in reading && problem === undefined) return yield reading;
  throw new Fault(
    "no-such-note",
    `${name} ${problem ?? ("problem" in reading ? reading.problem : "")}`,
    { hint: "name a Markdown file or a folder of the project, or a lesson as lesson:<slug>" },
  );
}

/** Such a name is taken: in the record it would stand for a lesson. */
function readFile(root: string, path: string): NoteReading {
  if (!path.startsWith(lessonNoteMark)) return readNote(root, path);
  const problem = `has a name that begins with ${lessonNoteMark}, as only lessons have here`;
  return { path, problem, isGone: false };
}

/** Who names a lesson that is no note here is told so; with `isCurrent` it is left out like a file that is not. */
function* namedLesson(
  { context, project }: GateContext,
  name: string,
  isCurrent: boolean,
): Generator<NoteReading> {
  const lesson = requireLesson(context.database, name.slice(lessonNoteMark.length));
  const { slug, scope } = lesson;
  if (isArchived(lesson)) {
    throw new Fault("no-such-note", `${slug} is archived, and archived lessons are not reviewed`, {
      hint: `lessons restore ${slug} makes it a candidate again`,
    });
  }
  if (scope.startsWith("project:") && scope !== project.scope()) {
    throw new Fault("no-such-note", `${slug} belongs to another project (${scope})`, {
      hint: "review it in that project: reviews are kept with their project",
    });
  }
  if (!isCurrent || lesson.stage.status === "active") yield lessonNote(lesson);
}

function isArchived({ stage }: Lesson): boolean {
  return stage.status === "archived";
}

/** Lessons that hold here and are not archived. */
function* lessonNotes(
  { project, context }: GateContext,
  isCurrent: boolean,
): Generator<NoteReading> {
  const wanted = isCurrent ? (["active"] as const) : statuses.filter((name) => name !== "archived");
  let ours: string | undefined;
  for (const row of eachLesson(context.database, { statuses: wanted })) {
    const lesson = lessonFromRow(row);
    if (lesson.scope.startsWith("project:")) {
      ours ??= project.scope();
      if (lesson.scope !== ours) continue;
    }
    yield lessonNote(lesson);
  }
}

function isOne({ project }: GateContext, name: string): boolean {
  if (name.startsWith(lessonNoteMark)) return name !== lessonNoteMark;
  const path = join(project.root, projectPathOf(project, name));
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
