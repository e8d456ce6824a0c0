import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { hasTarget } from "../../match/relevance.ts";
import { messagesOf } from "./hint-line.ts";

/**
 * What the session must be watched for, because lessons ask whether it has failed with a fact: entries of the cache that are no
 * lessons. A fact is known by what a failed call prints, else by the calls of the lesson that is about it; otherwise
 * nobody can notice it, and the condition never holds.
 */
export function watchesFor(
  lessons: readonly Lesson[],
  readyAbout: (fact: string) => ReadyLesson | undefined,
): readonly ReadyLesson[] {
  const facts = new Set(
    lessons.flatMap(({ triggers }) => triggers.conditions?.failedInSession ?? []),
  );
  return [...facts].flatMap((fact) => {
    const messages = messagesOf(fact);
    if (messages.messagePatterns !== undefined) return [{ ...watch(fact), ...messages }];
    const about = readyAbout(fact);
    if (about === undefined || !hasTarget(about)) return [];
    const { toolNames, commandPatterns, pathPatterns, contentPatterns } = about;
    return [{ ...watch(fact), toolNames, commandPatterns, pathPatterns, contentPatterns }];
  });
}

/** Whether a call that fails can show this fact. */
export function isNoticed(
  fact: string,
  readyAbout: (fact: string) => ReadyLesson | undefined,
): boolean {
  const about = readyAbout(fact);
  return (
    messagesOf(fact).messagePatterns !== undefined || (about !== undefined && hasTarget(about))
  );
}

/** It fires wherever it is met: what is noted is nothing that anybody reads. */
function watch(fact: string): ReadyLesson {
  return {
    id: `fact ${fact}`,
    slug: "fact",
    kind: "pitfall",
    priority: 10,
    confidence: 1,
    scope: "global",
    delivery: "advise",
    injectOn: ["PostToolUseFailure"],
    toolNames: [],
    commandPatterns: [],
    pathPatterns: [],
    contentPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    workflowNames: [],
    tags: [],
    text: "",
    shortText: "",
    notice: "",
    notes: fact,
  };
}
