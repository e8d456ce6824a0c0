import type { Lesson, LessonId } from "../core/lesson.ts";
import { sha256 } from "../system/hash.ts";
import { originOf } from "./artifact-text.ts";
import {
  fieldOf,
  readKnowledge,
  type KnowledgeDocument,
  type Section,
} from "../core/knowledge/read-knowledge.ts";
import { sourceMark } from "./knowledge-entry.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { entryText, targetNamed, type FileTarget } from "./targets.ts";

/** What is in a project, and what we know of the lessons that were rendered into it. */
export interface ProjectState {
  readonly manifest: Manifest;
  /** The text of a file, undefined where there is none. */
  readonly read: (path: string) => string | undefined;
  readonly lessons: ReadonlyMap<LessonId, Lesson>;
}

export function documentAt({ read }: Pick<ProjectState, "read">, path: string): KnowledgeDocument {
  return readKnowledge(read(path) ?? "");
}

/** What stands now where an entry was rendered. */
export function currentText(
  state: Pick<ProjectState, "read">,
  { path, anchor }: Pick<ManifestEntry, "path" | "anchor">,
): string | undefined {
  if (anchor === undefined) return state.read(path);
  return documentAt(state, path).sections.find(({ id }) => id === anchor)?.text;
}

/** What would be written for an entry now; undefined where its lesson is not known here. */
export function wantedText(
  { lessons }: Pick<ProjectState, "lessons">,
  {
    observationId,
    target,
    path,
    anchor,
  }: Pick<ManifestEntry, "observationId" | "target" | "path" | "anchor">,
): string | undefined {
  const lesson = lessons.get(observationId);
  if (lesson === undefined) return undefined;
  if (anchor !== undefined) return entryText(lesson, anchor);
  const found = targetNamed(target);
  return found.is === "file" ? found.render(lesson, artifactName(found, path)) : undefined;
}

/** The name in a path that was made of it. */
function artifactName(target: FileTarget, path: string): string {
  const [before = "", after = ""] = target.pathOf("\u0000").split("\u0000");
  return path.slice(before.length, path.length - after.length);
}

/** The same for every way to end a line, and for empty lines behind it. */
export function contentHash(text: string): string {
  return sha256(`${text.replace(/\r\n?/g, "\n").trimEnd()}\n`);
}

/** The id of the lesson that a section says it comes from; undefined where it is a person's own. */
export function sectionOrigin(section: Section): string | undefined {
  const source = fieldOf(section, "Source");
  return source?.startsWith(sourceMark) ? source.slice(sourceMark.length) : undefined;
}

export { originOf as fileOrigin };
