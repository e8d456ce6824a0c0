import { commandPattern } from "../../shell/call-pattern.ts";
import { type LessonDraft, parseScope, type Scope } from "../../lesson/record/lesson.ts";
import { filesNamed } from "../sayings/files-named.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import type { ReportStory, StoredEpisode } from "../episodes/episode.ts";
import { failureDraft } from "./failure-draft.ts";
import { sayingDraft } from "./saying-draft.ts";

/** What the episodes of one mistake say together. They are in the order of sighting, and there is at least one. */
export function draftOf(episodes: readonly StoredEpisode[]): LessonDraft {
  const [first] = episodes;
  if (first === undefined) throw new Error("a lesson without an episode");
  const scope = scopeOf(episodes);
  // The first sightings tell it: the hundredth adds to the count and nothing to the words.
  const telling = episodes.slice(0, mostTelling);
  switch (first.story.is) {
    case "failure":
      return failureDraft(storiesOf(telling, "failure"), scope);
    case "saying":
      return sayingDraft(storiesOf(telling, "saying"), scope, sessionCount(episodes));
    case "report":
      return reportDraft(storiesOf(telling, "report"), scope, projectScope(first.projectId));
    case "cancel":
      throw new Error("a lesson from a withdrawal");
  }
}

const mostTelling = 40;

type Story = StoredEpisode["story"];

function storiesOf<Is extends Story["is"]>(
  episodes: readonly StoredEpisode[],
  is: Is,
): readonly Extract<Story, { is: Is }>[] {
  return episodes
    .map(({ story }) => story)
    .filter((story): story is Extract<Story, { is: Is }> => story.is === is);
}

export function sessionCount(episodes: readonly StoredEpisode[]): number {
  return new Set(episodes.map(({ agent, sessionId }) => `${agent}\0${sessionId}`)).size;
}

/** Seen in one project it holds there; seen in two or more it holds everywhere. */
function scopeOf(episodes: readonly StoredEpisode[]): Scope {
  const projects = new Set(episodes.flatMap(({ projectId }) => projectId ?? []));
  const [only] = projects;
  return projects.size === 1 ? projectScope(only) : "global";
}

function projectScope(projectId: string | null = null): Scope {
  return (projectId === null ? undefined : parseScope(`project:${projectId}`)) ?? "global";
}

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
