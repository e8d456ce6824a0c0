import { statSync } from "node:fs";
import { join, sep } from "node:path";
import { requireLesson } from "../../lesson/find.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { statuses } from "../../lesson/record/lifecycle.ts";
import { findLesson, lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { sha256 } from "../../platform/hash.ts";
import { askGit } from "../../platform/project/ask-git.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { readFrontmatter } from "../catalogue/read-gate.ts";
import type { TextSnapshot } from "../review-state.ts";
import type { GateContext } from "./gate-context.ts";
import type { GateProject } from "./gate-project.ts";
import { lessonNote, lessonNoteMark } from "./lesson-note.ts";
import { projectPathOf } from "./note-path.ts";

export interface NoteRequest {
  /** Files, folders, `lesson:<slug>`, or `lesson:` for all lessons. Without any: all notes of the project. */
  readonly names?: readonly string[] | undefined;
  /** Only notes with `status: current`, and only lessons that are active. */
  readonly isCurrent: boolean;
}

export interface FoundNotes {
  readonly notes: readonly TextSnapshot[];
  /** Files that cannot be reviewed, with the reason. One of them does not hide the others. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/** The notes that somebody asks for, each read once. */
export function findNotes(context: GateContext, request: NoteRequest): FoundNotes {
  const found = new Map<string, TextSnapshot>();
  const problems = new Map<string, FoundNotes["problems"][number]>();
  for (const reading of readings(context, request)) {
    if ("text" in reading) found.set(reading.path, reading);
    // Deleted, and git does not know it yet: it is no note any more.
    else if (!reading.isGone)
      problems.set(reading.path, { path: reading.path, problem: reading.problem });
  }
  const isWanted = ({ path, text }: TextSnapshot) =>
    !request.isCurrent || path.startsWith(lessonNoteMark) || isCurrentNote(text);
  return {
    notes: [...found.values()].filter(isWanted),
    problems: [...problems.values()],
  };
}

/** The one note that somebody means, to be reviewed or accepted. */
export function requireNote(context: GateContext, name: string): TextSnapshot {
  const { notes } = findNotes(context, { names: [name], isCurrent: false });
  const [note, ...others] = notes;
  if (note !== undefined && others.length === 0 && isOne(context, name)) return note;
  throw new Fault("no-such-note", `${name} is not a single note`, {
    hint: "name a Markdown file of the project, or a lesson as lesson:<slug>",
  });
}

/** A note as it is now; undefined when it is there no more or cannot be read. */
export function noteNow(
  { project, database }: GateContext,
  path: string,
): TextSnapshot | undefined {
  if (path.startsWith(lessonNoteMark)) {
    const lesson = findLesson(database, path.slice(lessonNoteMark.length));
    return lesson === undefined || isArchived(lesson) ? undefined : lessonNote(lesson);
  }
  const reading = readNote(project.root, path);
  return "text" in reading ? reading : undefined;
}

function* readings(
  context: GateContext,
  { names, isCurrent }: NoteRequest,
): Generator<NoteReading> {
  if (names === undefined) {
    yield* folderNotes(context, "");
    return yield* lessonNotes(context, isCurrent);
  }
  for (const name of names) {
    if (name === lessonNoteMark) yield* lessonNotes(context, isCurrent);
    else if (name.startsWith(lessonNoteMark)) yield* namedLesson(context, name, isCurrent);
    else yield* namedFiles(context, name);
  }
}

function* folderNotes({ project }: GateContext, folder: string): Generator<NoteReading> {
  for (const file of noteFiles(project, folder)) {
    const reading = readFileNote(project.root, file);
    // A link among the files leads to a text that is listed itself, or out of the project.
    if (!("problem" in reading && reading.problem.startsWith("is a link"))) yield reading;
  }
}

function* namedFiles(context: GateContext, name: string): Generator<NoteReading> {
  const path = projectPathOf(context.project, name);
  const found = statSync(join(context.project.root, path), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return yield* folderNotes(context, path);
  const reading = readFileNote(context.project.root, path);
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
function readFileNote(root: string, path: string): NoteReading {
  if (!path.startsWith(lessonNoteMark)) return readNote(root, path);
  const problem = `has a name that starts with ${lessonNoteMark}, which is reserved for lessons`;
  return { path, problem, isGone: false };
}

/** Who names a lesson that is no note here gets an error; with `isCurrent` it is left out like a file that is not. */
function* namedLesson(
  { database, project }: GateContext,
  name: string,
  isCurrent: boolean,
): Generator<NoteReading> {
  const lesson = requireLesson(database, name.slice(lessonNoteMark.length));
  const { slug, scope } = lesson;
  if (isArchived(lesson)) {
    throw new Fault("no-such-note", `${slug} is archived; gates do not check archived lessons`, {
      hint: `to restore it as a candidate: lessons restore ${slug}`,
    });
  }
  if (scope.startsWith("project:") && scope !== project.scope()) {
    throw new Fault("no-such-note", `${slug} belongs to another project (${scope})`, {
      hint: "review it in that project, where its reviews are kept",
    });
  }
  if (!isCurrent || lesson.stage.status === "active") yield lessonNote(lesson);
}

function isArchived({ stage }: Lesson): boolean {
  return stage.status === "archived";
}

/** Lessons that hold here and are not archived. */
function* lessonNotes(
  { project, database }: GateContext,
  isCurrent: boolean,
): Generator<NoteReading> {
  const wanted = isCurrent ? (["active"] as const) : statuses.filter((name) => name !== "archived");
  let ours: string | undefined;
  for (const row of eachLesson(database, { statuses: wanted })) {
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

/**
 * The Markdown files of a project below one of its folders (or of all of it), as paths relative to the
 * project with `/`, in text order. What git ignores is left out, and so is what others wrote for us to use.
 */
function noteFiles({ root, isRepository }: GateProject, folder: string): readonly string[] {
  const files = (isRepository ? gitFiles(root, folder) : undefined) ?? walked(root, folder);
  return [...new Set(files)]
    .filter((file) => isMarkdown(file) && !isLeftOut(file, folder))
    .toSorted();
}

function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** Gates and reports are never notes; shared lessons are, but their records stand for them unless they are asked for. */
function isLeftOut(file: string, folder: string): boolean {
  if (file.split("/").includes("node_modules")) return true;
  if (/(?:^|\/)\.lessons\/(?:gates|reports)\//.test(file)) return true;
  const isOurs = (path: string) => path.split("/").includes(".lessons");
  return isOurs(file) && !isOurs(folder);
}

/** Undefined when git is not there or does not answer. */
function gitFiles(root: string, folder: string): readonly string[] | undefined {
  const which = ["-z", "--cached", "--others", "--exclude-standard", "--"];
  const place = folder === "" ? "." : folder;
  const answer = askGit(root, ["ls-files", ...which, place], { isLiteral: true });
  return answer?.status === 0 ? answer.out.split("\0").filter((file) => file !== "") : undefined;
}

function walked(root: string, folder: string): readonly string[] {
  let folders = 0;
  // Not every folder that somebody works in is a project: one may start at the top of a disk.
  const isSkipped = (name: string) => foreign.has(name) || (folders += 1) > mostFolders;
  const base = folder === "" ? root : `${root}/${folder}`;
  const inside = folder === "" ? "" : `${folder}/`;
  return walkFiles(base, isSkipped).files.map((file) => inside + file.split(sep).join("/"));
}

const foreign = new Set(["node_modules", ".git", ".hg", ".svn", ".venv", "vendor"]);
const mostFolders = 20_000;

type NoteReading =
  | TextSnapshot
  | { readonly path: string; readonly problem: string; readonly isGone: boolean };

/** A Markdown file of the project as it is now. */
function readNote(root: string, path: string): NoteReading {
  const file = readProjectFile(root, path, longestNote);
  return "problem" in file ? { path, ...file } : { path, text: file.text, hash: sha256(file.text) };
}

/** A longer one fits no prompt. */
const longestNote = 256_000;

/** Whether a note says of itself that it holds: `status: current` in its frontmatter. */
function isCurrentNote(text: string): boolean {
  // Most notes have none, and a parser takes its time.
  if (!text.slice(0, 10).includes("---")) return false;
  const frontmatter = readFrontmatter(text);
  if (frontmatter === undefined || "problem" in frontmatter) return false;
  const status = frontmatter.facts["status"];
  return typeof status === "string" && status.trim().toLowerCase() === "current";
}
