import type { Kind } from "./body.ts";

/**
 * Kinds that are written into a project for agents to read. That no call is about a lesson of theirs is how it is
 * meant, and nothing to warn of.
 */
export function isRenderedKind(kind: Kind): boolean {
  return renderedKinds.has(kind);
}

const renderedKinds: ReadonlySet<Kind> = new Set(["workflow", "procedure", "decision"]);
