import { bodyText } from "../../core/body.ts";
import { contentText } from "../../core/content-text.ts";
import type { LessonDraft } from "../../core/draft.ts";
import { shortHash } from "../../core/short-hash.ts";
import { noTriggers } from "../../core/triggers.ts";
import type { DetectorSettings } from "../../system/detector-settings.ts";
import { bySighting } from "./by-sighting.ts";
import { draftOf, sessionCount } from "./draft-of.ts";
import { likenessOf } from "./likeness-of.ts";
import type { StoredEpisode } from "../episode.ts";

/**
 * By what a cluster is compared with the others of its block. It is kept in the store, so that a cluster
 * in which nothing happened need not be read again.
 */
export interface ClusterWords {
  readonly cluster: string;
  /** What the log says, and not the words that we put around it. */
  readonly text: string;
  /** Clusters with another topic are never the same, however alike they sound. */
  readonly topic: string;
  readonly advice: string;
  /** Equal when two clusters say the same to the letter. */
  readonly contentKey: number;
}

/** Raised when one of these would come out differently for the same episodes: then all are made anew. */
export const wordsVersion = 3;

/** The words of a cluster with the draft that they come from. Undefined as long as the episodes are not enough. */
export function clusterWords(
  cluster: string,
  episodes: readonly StoredEpisode[],
  detectors: DetectorSettings,
): { readonly words: ClusterWords; readonly draft: LessonDraft } | undefined {
  if (!isEnough(episodes, detectors)) return undefined;
  const ordered = episodes.toSorted(bySighting);
  const draft = draftOf(ordered);
  const content = contentText(draft.kind, draft.body, { ...noTriggers, ...draft.triggers });
  const words: ClusterWords = {
    cluster,
    ...likenessOf(ordered, draft),
    advice: bodyText(draft.kind, draft.body),
    contentKey: shortHash(content),
  };
  return { words, draft };
}

/** One accepted or nominated episode, or a weak one that came back in another session. */
function isEnough(
  episodes: readonly StoredEpisode[],
  { repeatedMistake }: DetectorSettings,
): boolean {
  if (episodes.some(({ verdict }) => verdict !== "weak")) return true;
  return repeatedMistake.enabled && sessionCount(episodes) >= repeatedMistake.minSessions;
}
