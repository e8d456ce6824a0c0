import type { TextSnapshot } from "../review-state.ts";

/**
 * A question that is asked of notes, with what makes an answer pass, warn or fail. Its path names this very
 * text: a project's gate and the built-in one of the same id are two.
 */
export interface Gate extends TextSnapshot {
  /** `{lens}/{name}` */
  readonly id: string;
  readonly lens: string;
  readonly title: string;
  readonly isBuiltIn: boolean;
  readonly appliesTo: readonly string[];
  /** Whether it can be answered only by somebody who can look at the rest of the project. */
  readonly needsProject: boolean;
  /** What is well but could be better. */
  readonly remarks: readonly string[];
}

export const gateType = "review-gate";

/** The sections of a gate, in the order in which they are read. */
export const gateSections = ["Question", "Pass", "Warn", "Fail", "Examples"] as const;
export type GateSection = (typeof gateSections)[number];

export const builtInMark = "builtin:";

/** What the two parts of an id, and so folders and files, are called. */
function isGateName(text: string): boolean {
  return text.length <= 60 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

export function isGateId(text: string): boolean {
  const parts = text.split("/");
  return parts.length === 2 && parts.every(isGateName);
}

export function lensOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
