import { bodyText } from "../../core/body.ts";
import type { LessonDraft } from "../../core/draft.ts";
import { blameOf } from "./blame-of.ts";
import type { StoredEpisode } from "../episode.ts";

/** By what clusters are compared: what the log says, and not the words that we put around it. */
export interface Likeness {
  readonly text: string;
  /** Clusters with another topic are never the same, however alike they sound. */
  readonly topic: string;
}

export function likenessOf(episodes: readonly StoredEpisode[], draft: LessonDraft): Likeness {
  const story = episodes[0]?.story;
  switch (story?.is) {
    case "failure": {
      const { failureClass, subject } = blameOf(story);
      return { text: story.signature, topic: `${failureClass}|${subject ?? ""}` };
    }
    case "saying":
      return { text: story.words, topic: "saying" };
    default: {
      // Reports about two tools may differ in nothing but the name.
      const tools = (draft.tags ?? []).filter((tag) => tag.startsWith("tool:")).toSorted();
      return {
        text: bodyText(draft.kind, draft.body),
        topic: [draft.kind, ...tools].join("|"),
      };
    }
  }
}
