import { bodyText } from "../../core/body.ts";
import { contentText } from "../../core/content-text.ts";
import type { LessonDraft } from "../../core/draft.ts";
import { findNearDuplicates } from "../../core/near-duplicates.ts";
import { isOppositeAdvice } from "../../core/opposite-advice.ts";
import type { PriorityWeights } from "../../core/observed-signals.ts";
import type { LessonScores } from "../../core/score-lesson.ts";
import { tokenSet } from "../../core/similarity.ts";
import { noTriggers } from "../../core/triggers.ts";
import type { DetectorSettings } from "../../system/detector-settings.ts";
import { draftOf } from "./draft-of.ts";
import { likenessOf, type Likeness } from "./likeness-of.ts";
import { scoreOf } from "./score-of.ts";
import type { SeenEpisode } from "./seen-episode.ts";

export interface DeriveSettings {
  readonly detectors: DetectorSettings;
  readonly weights: PriorityWeights;
  /** Clusters whose lesson is a person's: they gain sightings of their own, and nothing else is poured into them. */
  readonly settled: ReadonlySet<string>;
}

/** A lesson as the episodes of one block say it, and the episodes that say so. */
export interface DerivedLesson {
  /** The cluster of its first episode; the same whatever was read first. */
  readonly key: string;
  readonly draft: LessonDraft;
  readonly scores: LessonScores;
  readonly source: "structured" | "heuristic";
  readonly episodes: readonly SeenEpisode[];
}

export interface Derivation {
  readonly lessons: readonly DerivedLesson[];
  /** Episodes that are not enough for a lesson yet. */
  readonly rest: readonly SeenEpisode[];
}

/**
 * The lessons in the episodes of a block: clusters of the same mistake, then clusters that say the same
 * in other words. A function of the set of episodes: neither their order nor earlier results matter.
 */
export function deriveLessons(
  episodes: readonly SeenEpisode[],
  settings: DeriveSettings,
): Derivation {
  const rest: SeenEpisode[] = [];
  const clusters: Cluster[] = [];
  for (const [key, members] of Map.groupBy(episodes, ({ cluster }) => cluster)) {
    if (isEnough(members, settings.detectors)) {
      clusters.push(clusterOf(key, members.toSorted(bySighting)));
    } else rest.push(...members);
  }
  const isSettled = ({ key }: Cluster) => settings.settled.has(key);
  const groups = [
    ...clusters.filter(isSettled).map((cluster) => [cluster]),
    ...mergeAlike(clusters.filter((cluster) => !isSettled(cluster))),
  ];
  return { lessons: groups.map((alike) => lessonOf(alike, settings)), rest };
}

interface Cluster {
  readonly key: string;
  readonly episodes: readonly SeenEpisode[];
  readonly draft: LessonDraft;
  readonly likeness: Likeness;
}

function clusterOf(key: string, episodes: readonly SeenEpisode[]): Cluster {
  const draft = draftOf(episodes);
  return { key, episodes, draft, likeness: likenessOf(episodes, draft) };
}

/** One accepted or nominated episode, or a weak one that came back in another session. */
function isEnough(
  episodes: readonly SeenEpisode[],
  { repeatedMistake }: DetectorSettings,
): boolean {
  if (episodes.some(({ verdict }) => verdict !== "weak")) return true;
  if (!repeatedMistake.enabled) return false;
  const sessions = new Set(episodes.map(({ agent, sessionId }) => `${agent}\0${sessionId}`));
  return sessions.size >= repeatedMistake.minSessions;
}

/** Single linkage: what is like something that is like it, belongs together. That does not depend on an order. */
function mergeAlike(clusters: readonly Cluster[]): readonly (readonly Cluster[])[] {
  if (clusters.length < 2) return clusters.map((cluster) => [cluster]);
  const byKey = new Map(clusters.map((cluster) => [cluster.key, cluster]));
  const leader = new Map(clusters.map(({ key }) => [key, key]));
  const find = (key: string): string => {
    const above = leader.get(key) ?? key;
    return above === key ? key : find(above);
  };
  const join = (a: string, b: string) => {
    const [left, right] = [find(a), find(b)];
    if (left !== right) leader.set(left < right ? right : left, left < right ? left : right);
  };
  // What says the same to the letter is the same, whatever the messages looked like.
  for (const [first, ...others] of Map.groupBy(clusters, contentOf).values()) {
    for (const other of others) if (first !== undefined) join(first.key, other.key);
  }
  const pairs = findNearDuplicates(
    clusters.map(({ key, likeness }) => ({ key, tokens: tokenSet(likeness.text) })),
  );
  for (const { a, b } of pairs) {
    const [one, other] = [byKey.get(a), byKey.get(b)];
    if (one !== undefined && other !== undefined && mayMerge(one, other)) join(a, b);
  }
  return [...Map.groupBy(clusters, ({ key }) => find(key)).values()];
}

function contentOf({ draft }: Cluster): string {
  return contentText(draft.kind, draft.body, { ...noTriggers, ...draft.triggers });
}

/** Words that are alike may still say different things: another flag, or the opposite. */
function mayMerge(one: Cluster, other: Cluster): boolean {
  if (one.likeness.topic !== other.likeness.topic) return false;
  return !isOppositeAdvice(adviceIn(one.draft), adviceIn(other.draft));
}

function adviceIn({ kind, body }: LessonDraft): string {
  return bodyText(kind, body);
}

function lessonOf(alike: readonly Cluster[], settings: DeriveSettings): DerivedLesson {
  const [only, another] = alike;
  const episodes = alike.flatMap((cluster) => cluster.episodes).toSorted(bySighting);
  const key = alike.map((cluster) => cluster.key).toSorted()[0] ?? "";
  const isReported = episodes.some(({ story }) => story.is === "report");
  return {
    key,
    draft: only !== undefined && another === undefined ? only.draft : draftOf(episodes),
    scores: scoreOf(episodes, settings.weights),
    source: isReported ? "structured" : "heuristic",
    episodes,
  };
}

/** By when it was seen, then by where: a total order, so that the first is the same on every machine. */
function bySighting(one: SeenEpisode, other: SeenEpisode): number {
  return (
    compare(one.seenAt, other.seenAt) ||
    compare(one.agent, other.agent) ||
    compare(one.sessionId, other.sessionId) ||
    compare(one.file, other.file) ||
    one.line - other.line ||
    compare(one.kind, other.kind)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
