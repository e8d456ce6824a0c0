import type { KnowledgeDocument } from "../index/read-knowledge.ts";
import { documentAt, type ProjectState } from "./project-state.ts";

/** The documents of a project, each read once. */
export function documentsOf(
  state: Pick<ProjectState, "look">,
): (path: string) => KnowledgeDocument {
  const known = new Map<string, KnowledgeDocument>();
  return (path) => {
    const document = known.get(path) ?? documentAt(state, path);
    known.set(path, document);
    return document;
  };
}
