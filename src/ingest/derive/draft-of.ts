import type { LessonDraft } from "../../core/draft.ts";
import type { Scope } from "../../core/scope.ts";
import { parseScope } from "../../core/scope.ts";
import { failureDraft } from "./failure-draft.ts";
import { reportDraft } from "./report-draft.ts";
import { sayingDraft } from "./saying-draft.ts";
import type { StoredEpisode } from "../episode.ts";

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
