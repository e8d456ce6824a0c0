import type { LessonDraft } from "../../lesson/record/lesson.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { type ClusterPlace, clustersInStore, episodesOfCluster } from "../episodes/episodes.ts";
import {
  clusterWords,
  groupClusters,
  isRecurring,
  linksOf,
  wordsVersion,
} from "./compare-clusters.ts";
import { deriveLesson } from "./derive-lesson.ts";
import type { StoredEpisode } from "../episodes/episode.ts";
import {
  clustersOfBlock,
  linksOfBlock,
  putWords,
  releaseSightings,
  replaceLinks,
  setGroupKey,
  touchedClusters,
  wordlessClusters,
  wordsOfBlock,
} from "../episodes/clusters.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { Reconciler, type SettleListener } from "./reconcile-lesson.ts";
import { cancelBlock } from "./withdrawals.ts";
import type { Context } from "../../platform/context.ts";

/**
 * Brings the lessons of these clusters into line with their episodes, inside the caller's transaction.
 * Lessons are a function of the set of episodes; what is kept of each cluster only spares making it again.
 */
export function settleClusters(
  context: Context,
  places: Iterable<ClusterPlace>,
  listener: SettleListener,
): void {
  const reconciler = new Reconciler(context, listener);
  const changed = new Map<string, Set<string>>();
  for (const { block, cluster } of places) {
    changed.set(block, (changed.get(block) ?? new Set()).add(cluster));
  }
  for (const block of [...changed.keys()].toSorted()) {
    if (block !== cancelBlock) settleBlock(context, reconciler, block, changed.get(block) ?? []);
  }
  // Last, so that what is taken back stays away, whatever has just been derived.
  if (changed.size > 0) reconciler.withdraw();
}

function settleBlock(
  { database, config }: Context,
  reconciler: Reconciler,
  block: string,
  wanted: Iterable<string>,
): void {
  const changed = new Set([...wanted, ...wordlessClusters(database, block, wordsVersion)]);
  const episodes = new EpisodeReader(database, block);
  const drafts = new Map<string, LessonDraft>();
  for (const cluster of changed) {
    const members = episodes.of(cluster);
    const made = clusterWords(cluster, members, config.detectors);
    putWords(database, { cluster, block, version: wordsVersion }, made?.words);
    if (made === undefined) releaseSightings(database, assigned(members));
    else drafts.set(cluster, made.draft);
  }
  const known = wordsOfBlock(database, block);
  replaceLinks(database, block, changed, linksOf(known, changed));

  const settled = touchedClusters(database, block);
  const before = clustersOfBlock(database, block);
  const current = new Set<number>();
  const formerly = new Map(known.map(({ cluster, groupKey }) => [cluster, groupKey]));
  const links = linksOfBlock(database, block);
  const groups = groupClusters(block, known, links, settled).map((clusters) => ({
    clusters,
    key: shortHash(clusters.join("\0")),
  }));
  // A group that is as it was keeps its lesson; the others first learn which names are taken.
  const isAsItWas = ({ clusters, key }: (typeof groups)[number]) =>
    clusters.every((cluster) => !changed.has(cluster) && formerly.get(cluster) === key);
  for (const group of groups.filter(isAsItWas)) {
    for (const cluster of group.clusters) {
      const number = before.get(cluster);
      if (number !== undefined) current.add(number);
    }
  }
  for (const { clusters, key } of groups.filter((group) => !isAsItWas(group))) {
    const members = clusters.flatMap((cluster) => episodes.of(cluster));
    for (const cluster of clusters) setGroupKey(database, cluster, key);
    const isKnown = clusters.some((cluster) => settled.has(cluster));
    if (!isKnown && !isRecurring(members, config.detectors)) {
      releaseSightings(database, assigned(members));
      continue;
    }
    const [only = ""] = clusters.length === 1 ? clusters : [];
    const derived = deriveLesson(members, config, drafts.get(only));
    reconciler.reconcile(derived, clusters, { block, before, current });
  }
  for (const number of new Set(before.values()))
    if (!current.has(number)) reconciler.retire(number);
}

function assigned(episodes: readonly StoredEpisode[]): readonly number[] {
  return episodes.flatMap(({ number, lesson }) => (lesson === null ? [] : [number]));
}

/** The episodes of a block, read once where they are few. */
class EpisodeReader {
  readonly #database: Database;
  readonly #block: string;
  readonly #clusters = new Map<string, readonly StoredEpisode[]>();
  #held = 0;

  constructor(database: Database, block: string) {
    this.#database = database;
    this.#block = block;
  }

  of(cluster: string): readonly StoredEpisode[] {
    const held = this.#clusters.get(cluster);
    if (held !== undefined) return held;
    const episodes = episodesOfCluster(this.#database, { block: this.#block, cluster });
    if (this.#held + episodes.length <= mostHeld) {
      this.#clusters.set(cluster, episodes);
      this.#held += episodes.length;
    }
    return episodes;
  }
}

/** A block can have hundreds of thousands of them. */
const mostHeld = 2000;

export interface AggregateReport {
  readonly clusters: number;
  readonly candidates: {
    readonly created: number;
    readonly grown: number;
    readonly skipped: number;
  };
}

/**
 * Derives the lessons anew from all episodes in the store. Every scan does this for what it has read;
 * doing it for everything is for the time after a setting was changed.
 */
export function aggregate(context: Context): AggregateReport {
  const counts = { created: 0, grown: 0, skipped: 0 };
  const clusters = clustersInStore(context.database);
  inTransaction(context.database, () =>
    settleClusters(context, clusters, {
      lessonCreated: () => (counts.created += 1),
      lessonGrown: () => (counts.grown += 1),
      lessonSkipped: () => (counts.skipped += 1),
    }),
  );
  return { clusters: clusters.length, candidates: counts };
}
