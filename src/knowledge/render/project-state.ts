import { readKnowledge, type KnowledgeDocument } from "../index/read-knowledge.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Manifest, ManifestEntry } from "./manifest.ts";
import { nameIn } from "./target-places.ts";
import { entryText, targetNamed } from "./targets.ts";

/** What stands at a place in the project. `unreachable`: something is there, but nothing that we may read or replace. */
export type Looked =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "absent" }
  | { readonly is: "unreachable"; readonly why: string };

/** What is in a project, and what we know of the lessons that were rendered into it. */
export interface ProjectState {
  readonly manifest: Manifest;
  readonly look: (path: string) => Looked;
  /** The names in a folder. */
  readonly list: (folder: string) => readonly string[];
  /** Those of this project, and those that hold everywhere. */
  readonly lessons: ReadonlyMap<LessonId, Lesson>;
  /** `project:<id>` */
  readonly project: string;
  /** Whether what is gone now was there at our last look, and nobody but a person can have taken it away. */
  readonly wasSeen: (entry: ManifestEntry) => boolean;
  /** The highest numbers that we know were given, besides those of the manifest and the files. */
  readonly knownNumbers: Manifest["lastNumbers"];
}

export function textAt({ look }: Pick<ProjectState, "look">, path: string): string | undefined {
  const looked = look(path);
  return looked.is === "text" ? looked.text : undefined;
}

export function documentAt(state: Pick<ProjectState, "look">, path: string): KnowledgeDocument {
  return readKnowledge(textAt(state, path) ?? "");
}

/** What would be written for an entry now; undefined where its lesson is not known here. */
export function wantedText(
  { lessons }: Pick<ProjectState, "lessons">,
  { observationId, target, path, anchor }: ManifestEntry,
): string | undefined {
  const lesson = lessons.get(observationId);
  if (lesson === undefined) return undefined;
  if (anchor !== undefined) return entryText(lesson, anchor, isHeld(lesson));
  const found = targetNamed(target);
  return found.is === "file" ? found.render(lesson, nameIn(target, path) ?? "") : undefined;
}

/** Whether that is a text of ours for an entry: as it is now, or before its lesson ceased to hold or held again. */
export function isOurText(
  state: Pick<ProjectState, "lessons">,
  entry: ManifestEntry,
  hash: string,
): boolean {
  const lesson = state.lessons.get(entry.observationId);
  const texts =
    lesson !== undefined && entry.anchor !== undefined
      ? [true, false].map((held) => entryText(lesson, entry.anchor ?? "", held))
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
