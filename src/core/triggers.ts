/** What must be true of a tool call for a lesson to be delivered there. Empty lists say nothing. */
export interface Triggers {
  readonly injectOn: readonly InjectionPoint[];
  readonly toolNames: readonly string[];
  /** Regular expressions over each simple command. */
  readonly commandPatterns: readonly string[];
  /** Globs over the path as given and relative to the project. */
  readonly pathPatterns: readonly string[];
  /** Regular expressions over what is written. */
  readonly contentPatterns: readonly string[];
  readonly actionKeywords: readonly string[];
  readonly contextKeywords: readonly string[];
  readonly workflowNames: readonly string[];
}

export const injectionPoints = ["PreToolUse", "SessionStart", "SubagentStart"] as const;
export type InjectionPoint = (typeof injectionPoints)[number];

export const triggerFields = [
  "injectOn",
  "toolNames",
  "commandPatterns",
  "pathPatterns",
  "contentPatterns",
  "actionKeywords",
  "contextKeywords",
  "workflowNames",
] as const satisfies readonly (keyof Triggers)[];

export const noTriggers: Triggers = {
  injectOn: ["PreToolUse"],
  toolNames: [],
  commandPatterns: [],
  pathPatterns: [],
  contentPatterns: [],
  actionKeywords: [],
  contextKeywords: [],
  workflowNames: [],
};
