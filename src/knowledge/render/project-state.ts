import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import type { Context } from "../../platform/context.ts";
import { Fault } from "../../platform/fault.ts";
import { sha256 } from "../../platform/hash.ts";
import { readKnowledge, type KnowledgeDocument, type Section } from "../index/read-knowledge.ts";
import { readNumbers, type GivenNumbers } from "./given-numbers.ts";
import { entryText, originOf, sectionOrigin, sourceLine } from "./artifact-text.ts";
import {
  emptyManifest,
  manifestPath,
  readManifest,
  type Manifest,
  type ManifestEntry,
} from "./manifest.ts";
import { temporaryEnd, textOf, type Looked, type ProjectDisk } from "./project-disk.ts";
import type { RenderedProject } from "./render-place.ts";
import { readSeen, type SeenBefore } from "./seen-record.ts";
import { nameIn, targetNamed, type FileTarget } from "./targets.ts";

/** What is in a project, and what we know of the lessons that were rendered into it. */
export interface ProjectState extends SeenBefore, GivenNumbers {
  readonly manifest: Manifest;
  readonly look: (path: string) => Looked;
  /** The names in a folder. */
  readonly list: (folder: string) => readonly string[];
  /** Those of this project, and those that hold everywhere. */
  readonly lessons: ReadonlyMap<LessonId, Lesson>;
  /** `project:<id>` */
  readonly project: string;
}

/** A project, and the lessons of the kinds that are rendered: those of this project and those that hold everywhere. */
export function projectState(
  { database }: Pick<Context, "database">,
  { disk, project, home }: RenderedProject,
): ProjectState {
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
    ...readSeen(home, disk.root),
    ...readNumbers(home, project),
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
    hint: "restore it with git, or move it; lessons then finds its entries by their Source lines and keeps your edits",
  });
}

export function textAt({ look }: Pick<ProjectState, "look">, path: string): string | undefined {
  return textOf(look(path));
}

export type Documents = (path: string) => KnowledgeDocument;

/** The documents of a project, each read once. */
export function documentsOf(state: Pick<ProjectState, "look">): Documents {
  const known = new Map<string, KnowledgeDocument>();
  return (path) => {
    const document = known.get(path) ?? readKnowledge(textAt(state, path) ?? "");
    known.set(path, document);
    return document;
  };
}

/** What became of a thing that was rendered. `elsewhere`: a person moved it or gave it another heading. */
export type FoundArtifact =
  | { readonly is: "here"; readonly text: string }
  | { readonly is: "elsewhere" | "absent" | "unreachable" };

export function findArtifact(
  state: Pick<ProjectState, "look" | "list">,
  entry: ManifestEntry,
  documents: Documents,
): FoundArtifact {
  const looked = state.look(entry.path);
  if (looked.is === "unreachable") return looked;
  if (entry.anchor === undefined) {
    if (looked.is === "text") return { is: "here", text: looked.text };
    return isMoved(state, entry) ? { is: "elsewhere" } : { is: "absent" };
  }
  if (looked.is === "absent") return looked;
  const { sections } = documents(entry.path);
  const own = sections.find((section) => isSectionOf(section, entry));
  if (own !== undefined) return { is: "here", text: own.text };
  // Under another heading or number, or without its Source line: somebody works with it.
  const isMarked = looked.text.includes(sourceLine(entry.observationId));
  const isUnmarked = sections.some(
    (section) => section.id === entry.anchor && sectionOrigin(section) === undefined,
  );
  return isMarked || isUnmarked ? { is: "elsewhere" } : { is: "absent" };
}

/** Two entries can have one number, after a merge for example: ours is the one that names our lesson. */
export function isSectionOf(section: Section, { anchor, observationId }: ManifestEntry): boolean {
  return section.id === anchor && sectionOrigin(section) === observationId;
}

/** Whether a file beside it says that it comes from the same lesson. */
function isMoved(state: Pick<ProjectState, "look" | "list">, entry: ManifestEntry): boolean {
  const target = targetNamed(entry.target);
  if (target?.is !== "file") return false;
  return markedFiles(state, target, entry.observationId).some((path) => path !== entry.path);
}

/** The files where a target writes that say that they come from this lesson, whatever a person has called them. */
export function markedFiles(
  state: Pick<ProjectState, "look" | "list">,
  { folder, end }: FileTarget,
  lesson: LessonId,
): readonly string[] {
  return state
    .list(folder)
    .filter((name) => !name.endsWith(temporaryEnd))
    .map((name) => folder + name + (end.startsWith("/") ? end : ""))
    .filter((path) => originOf(textAt(state, path) ?? "") === lesson);
}

/** What would be written for an entry now; undefined where its lesson is not known here. */
export function wantedText(
  { lessons }: Pick<ProjectState, "lessons">,
  { observationId, target: name, path, anchor }: ManifestEntry,
): string | undefined {
  const lesson = lessons.get(observationId);
  if (lesson === undefined) return undefined;
  if (anchor !== undefined) return entryText(lesson, anchor, { isHeld: isHeld(lesson) });
  const target = targetNamed(name);
  return target?.is === "file" ? target.render(lesson, nameIn(target, path) ?? "") : undefined;
}

/** Whether that is a text of ours for an entry: as it is now, or before its lesson ceased to hold or held again. */
export function isOurText(
  state: Pick<ProjectState, "lessons">,
  entry: ManifestEntry,
  hash: string,
): boolean {
  const { observationId, anchor } = entry;
  const lesson = state.lessons.get(observationId);
  const texts =
    lesson !== undefined && anchor !== undefined
      ? [true, false].map((held) => entryText(lesson, anchor, { isHeld: held }))
      : [wantedText(state, entry)];
  return texts.some((text) => text !== undefined && contentHash(text) === hash);
}

/** Only what holds is rendered; what no longer does is taken back. */
export function isHeld({ stage }: Lesson): boolean {
  return stage.status === "active";
}

/** The same for every way to end a line, and for empty lines behind it. */
export function contentHash(text: string): string {
  return sha256(`${text.replace(/\r\n?/g, "\n").trimEnd()}\n`);
}
