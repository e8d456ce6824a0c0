/** One condition of a lesson at one moment, with what `explain` needs to show it. */
export interface Condition {
  readonly name: ConditionName;
  /** As the lesson says it: patterns as expressions, keywords and names as written. */
  readonly declared: readonly string[];
  readonly verdict: Verdict;
  readonly found: readonly Found[];
  /** Its part of the relevance, in thousandths. */
  readonly points: number;
}

export type ConditionName =
  | "injectionPoint"
  | "scope"
  | "tool"
  | "workflow"
  | "command"
  | "path"
  | "content"
  /** Command, path and content together: one of them is enough. */
  | "target"
  | "actionKeywords"
  | "contextKeywords"
  /** A target or a keyword: without one a lesson says nothing about this call. */
  | "specific";

/** `notDeclared`: the lesson says nothing about it, so it cannot fail. */
export type Verdict = "matched" | "failed" | "notDeclared";

/** Which of the declared held, and where. */
export interface Found {
  readonly declared: string;
  /** The simple command, path, name or beginning of the text that it was found in. */
  readonly in: string;
}

/** Why a lesson ended before its score counted. Where several hold, the first in this order is named. */
export type Veto =
  | "injectionPoint"
  | "scope"
  /** The lesson names no tools, and this one changes nothing. */
  | "readOnlyTool"
  | "tool"
  | "workflow"
  | "target"
  | "nothingSpecific";
