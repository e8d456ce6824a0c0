import type { Kind } from "./body.ts";
import type { Lesson } from "./lesson.ts";
import { specificFields, type InjectionPoint } from "./triggers.ts";

/**
 * Where a lesson is met that no call is about, to be read on from "it is": at a start, or in the files of its project once it
 * was rendered. Undefined for a lesson that calls are about.
 */
export function callless({
  kind,
  triggers,
}: Pick<Lesson, "kind" | "triggers">): string | undefined {
  const names = [...specificFields, "toolNames"] as const;
  const asksForCalls = names.some((field) => triggers[field].length > 0);
  if (asksForCalls || Object.keys(triggers.conditions ?? {}).length > 0) return undefined;
  const starts = triggers.injectOn.flatMap((point) => startWords[point] ?? []);
  if (starts.length > 0) return `at the start of ${starts.join(" and of ")}`;
  return renderedWords[kind];
}

const startWords: Partial<Readonly<Record<InjectionPoint, string>>> = {
  SessionStart: "a session",
  SubagentStart: "a subagent",
};

const renderedWords: Partial<Readonly<Record<Kind, string>>> = {
  decision: "an entry of decisions.md, once rendered",
  pitfall: "an entry of pitfalls.md, once rendered",
  workflow: "a slash command, once rendered",
  procedure: "a skill, once rendered",
};
