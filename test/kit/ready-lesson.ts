import picomatch from "picomatch";
import type { Moment } from "../../src/match/moment.ts";
import { readPattern, type Pattern } from "../../src/match/pattern/pattern.ts";
import type { ReadyLesson } from "../../src/match/ready-lesson.ts";

/** A lesson that says nothing but what the test is about, with patterns and globs as people write them. */
export function readyLesson(draft: ReadyDraft): ReadyLesson {
  return {
    id: "01",
    slug: "some-lesson-0000",
    kind: "pitfall",
    priority: 7,
    confidence: 0.5,
    scope: "global",
    delivery: "advise",
    injectOn: ["PreToolUse"],
    toolNames: [],
    actionKeywords: [],
    contextKeywords: [],
    workflowNames: [],
    tags: [],
    text: "the whole text",
    shortText: "the short text",
    notice: "the notice",
    ...draft,
    commandPatterns: (draft.commandPatterns ?? []).map(readPattern),
    pathPatterns: (draft.pathPatterns ?? []).map(globPattern),
    contentPatterns: (draft.contentPatterns ?? []).map(readPattern),
  };
}

export type ReadyDraft = Partial<Omit<ReadyLesson, PatternField>> & {
  readonly [Field in PatternField]?: readonly string[];
};
type PatternField = "commandPatterns" | "pathPatterns" | "contentPatterns";

/** A call of Bash with nothing around it but what the test is about. */
export function atCommand(command: string, around: Partial<Moment> = {}): Moment {
  return atCall({ tool: "Bash", command, paths: [] }, around);
}

export function atCall(call: Moment["call"], around: Partial<Moment> = {}): Moment {
  return { call, stack: [], recentMessages: [], workflows: [], ...around };
}

export function globPattern(glob: string): Pattern {
  return { source: picomatch.makeRe(glob, { dot: true }).source, flags: "", glob };
}
