import { fieldOf, type KnowledgeDocument, type Section } from "../index/read-knowledge.ts";
import { originOf } from "./artifact-text.ts";
import { sourceMark } from "./knowledge-entry.ts";
import type { ManifestEntry } from "./manifest.ts";
import { documentAt, textAt, type ProjectState } from "./project-state.ts";
import { targetPlaces } from "./target-places.ts";

/** What became of a thing that was rendered. `elsewhere`: a person moved it or gave it another heading. */
export type FoundArtifact =
  | { readonly is: "here"; readonly text: string }
  | { readonly is: "elsewhere" }
  | { readonly is: "absent" }
  | { readonly is: "unreachable" };

export function findArtifact(
  state: Pick<ProjectState, "look" | "list">,
  entry: ManifestEntry,
  documents: (path: string) => KnowledgeDocument = (path) => documentAt(state, path),
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
  const isMarked = looked.text.includes(`**Source**: ${sourceMark}${entry.observationId}`);
  const isUnmarked = sections.some(
    (section) => section.id === entry.anchor && sectionOrigin(section) === undefined,
  );
  return isMarked || isUnmarked ? { is: "elsewhere" } : { is: "absent" };
}

/** Two entries can have one number, after a merge for example: ours is the one that names our lesson. */
export function isSectionOf(
  section: Section,
  { anchor, observationId }: Pick<ManifestEntry, "anchor" | "observationId">,
): boolean {
  return section.id === anchor && sectionOrigin(section) === observationId;
}

/** The id of the lesson that a section says it comes from; undefined where it is a person's own. */
export function sectionOrigin(section: Section): string | undefined {
  const source = fieldOf(section, "Source");
  return source?.startsWith(sourceMark) ? source.slice(sourceMark.length) : undefined;
}

/** Whether a file beside it says that it comes from the same lesson. */
function isMoved(state: Pick<ProjectState, "look" | "list">, entry: ManifestEntry): boolean {
  const place = targetPlaces[entry.target];
  if (place.is !== "file") return false;
  return state.list(place.folder).some((name) => {
    const path = place.folder + name + (place.end.startsWith("/") ? place.end : "");
    const text = path === entry.path ? undefined : textAt(state, path);
    return text !== undefined && originOf(text) === entry.observationId;
  });
}
