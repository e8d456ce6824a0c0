import type { LessonDraft } from "../../core/draft.ts";
import type { PriorityWeights } from "../../core/observed-signals.ts";
import type { LessonScores } from "../../core/score-lesson.ts";
import { bySighting } from "./by-sighting.ts";
import { draftOf } from "./draft-of.ts";
import { scoreOf } from "./score-of.ts";
import type { StoredEpisode } from "../episode.ts";

/** A lesson as the episodes of some clusters say it together. */
export interface DerivedLesson {
  readonly draft: LessonDraft;
  readonly scores: LessonScores;
  readonly source: "structured" | "heuristic";
  /** In the order of sighting. */
  readonly episodes: readonly StoredEpisode[];
}

/**
 * A function of the set of episodes: neither their order nor earlier results matter. A draft that was
 * just made of the same episodes is not made again.
 */
export function deriveLesson(
  unordered: readonly StoredEpisode[],
  weights: PriorityWeights,
  draft?: LessonDraft,
): DerivedLesson {
  const episodes = unordered.toSorted(bySighting);
  const isReported = episodes.some(({ story }) => story.is === "report");
  return {
    draft: draft ?? draftOf(episodes),
    scores: scoreOf(episodes, weights),
    source: isReported ? "structured" : "heuristic",
    episodes,
  };
}
