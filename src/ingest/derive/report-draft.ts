import { commandPattern } from "../../core/command-pattern.ts";
import type { LessonDraft } from "../../core/draft.ts";
import { filesNamed } from "../../core/sayings/files-named.ts";
import type { Scope } from "../../core/scope.ts";
import type { Triggers } from "../../core/triggers.ts";
import type { ReportStory } from "../episode.ts";

/** The lesson that the agent reported. Its `trigger` becomes a pattern like that of an observed command or file. */
export function reportDraft(
  stories: readonly ReportStory[],
  scope: Scope,
  ownProject: Scope,
): LessonDraft {
  const [story] = stories;
  if (story === undefined) throw new Error("a report without a story");
  const { triggerText, scope: said, triggers, priority, ...draft } = story.draft;
  const aimed = triggerText === undefined ? {} : aimOf(triggerText, triggers.toolNames ?? []);
  return {
    ...draft,
    ...(priority === undefined ? {} : { priority }),
    // What the report says about its scope holds, whatever we have seen.
    scope: said === undefined ? scope : said === "project" ? ownProject : said,
    triggers: { ...triggers, ...aimed },
    source: "structured",
  };
}

/** The protocol asks for the command or the path. Where no shell is named, a word that is a file is a path. */
function aimOf(text: string, tools: readonly string[]): Partial<Triggers> {
  const isShell = tools.includes("Bash");
  const isWord = !/\s/.test(text.trim());
  const files = isShell || !isWord ? [] : filesNamed(text);
  if (files.length > 0) return { pathPatterns: files };
  // Whoever names the options means the call with them.
  const options = text.split(/\s+/).filter((word) => /^--?[A-Za-z][\w-]*$/.test(word));
  const pattern =
    (options.length === 0
      ? undefined
      : commandPattern(text, { mistakeWords: options, fixWords: [] })) ?? commandPattern(text);
  return pattern === undefined ? {} : { commandPatterns: [pattern] };
}
