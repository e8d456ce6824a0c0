import { commandPattern } from "../../core/command-pattern.ts";
import type { LessonDraft } from "../../core/draft.ts";
import type { Scope } from "../../core/scope.ts";
import type { ReportStory } from "../episode.ts";

/** The lesson that the agent reported. Its `trigger` becomes a pattern like that of an observed command. */
export function reportDraft(
  stories: readonly ReportStory[],
  scope: Scope,
  ownProject: Scope,
): LessonDraft {
  const [story] = stories;
  if (story === undefined) throw new Error("a report without a story");
  const { triggerText, scope: said, triggers, priority, ...draft } = story.draft;
  const pattern = triggerText === undefined ? undefined : commandPattern(triggerText);
  return {
    ...draft,
    ...(priority === undefined ? {} : { priority }),
    // What the report says about its scope holds, whatever we have seen.
    scope: said === undefined ? scope : said === "project" ? ownProject : said,
    triggers: { ...triggers, ...(pattern === undefined ? {} : { commandPatterns: [pattern] }) },
    source: "structured",
  };
}
