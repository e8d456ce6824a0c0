import type { ClusterWords } from "../derive/compare-clusters.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { type LessonRow, lessonFromRow } from "../../lesson/table/lessons.ts";
import { type Database, prepared, queryAll, queryOne } from "../../platform/database/database.ts";
import type { StoredEpisode } from "./episode.ts";

/** The clusters of a block and the lessons that they became. */
export function clustersOfBlock(database: Database, block: string): ReadonlyMap<string, number> {
  const rows = queryAll<{ cluster: string; lesson: number }>(
    database,
    "SELECT cluster, lesson FROM clusters WHERE block = ?",
    block,
  );
  return new Map(rows.map(({ cluster, lesson }) => [cluster, lesson]));
}

/** The clusters of a block whose lesson somebody other than the scanner has had a hand in. */
export function touchedClusters(database: Database, block: string): ReadonlySet<string> {
  const rows = queryAll<{ cluster: string }>(
    database,
    `SELECT cluster FROM clusters JOIN lessons ON lessons.number = clusters.lesson
     WHERE clusters.block = ? AND ${isTouched}`,
    block,
  );
  return new Set(rows.map(({ cluster }) => cluster));
}

const isTouched = `(lessons.status IN ('reviewed', 'active') OR lessons.source NOT IN ('heuristic', 'structured')
  OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
  OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'))`;

export function putCluster(
  database: Database,
  cluster: string,
  block: string,
  lesson: number,
): void {
  prepared(
    database,
    `INSERT INTO clusters(cluster, block, lesson) VALUES (?, ?, ?)
       ON CONFLICT(cluster) DO UPDATE SET lesson = excluded.lesson`,
  ).run(cluster, block, lesson);
}

export interface NumberedLesson {
  readonly number: number;
  readonly lesson: Lesson;
  /** Somebody other than the scanner has had a hand in it: it is no longer the scanner's to rewrite. */
  readonly isTouched: boolean;
}

/** A lesson by the number that the other tables know it by, and whose it is. */
export function numberedLesson(database: Database, number: number): NumberedLesson | undefined {
  const row = queryOne<LessonRow & { readonly touched: number }>(
    database,
    `SELECT lessons.*, ${isTouched} AS touched FROM lessons WHERE number = ?`,
    number,
  );
  return row && { number: row.number, lesson: lessonFromRow(row), isTouched: row.touched === 1 };
}

/**
 * Finds the lessons of people that episodes led to when they belonged elsewhere: before failures were grouped by facts,
 * or before the project or the system of their log was known. What was seen then stands in the store without its episode;
 * it is asked for once, because nothing that a scan writes is like that.
 */
export function decidedLessons(
  database: Database,
): (episodes: readonly StoredEpisode[]) => readonly number[] {
  const rows = queryAll<{ lesson: number; agent: string; sessionId: string; line: number | null }>(
    database,
    `SELECT DISTINCT evidence.lesson, agent, session_id AS sessionId, line
     FROM evidence JOIN lessons ON lessons.number = evidence.lesson
     WHERE form = 'sighting' AND episode IS NULL AND ${isTouched}`,
  );
  const seen = Map.groupBy(rows, placeKey);
  return (episodes) => {
    const found = episodes
      .slice(0, mostPlaces)
      .flatMap((episode) => seen.get(placeKey(episode)) ?? [])
      .map(({ lesson }) => lesson);
    const before = new Set(episodes.flatMap(({ lesson }) => lesson ?? []));
    const theirs = [...before].filter((number) => numberedLesson(database, number)?.isTouched);
    return [...new Set([...found, ...theirs])];
  };
}

function placeKey({ agent, sessionId, line }: SeenPlace): string {
  return `${agent}\0${sessionId}\0${line}`;
}

interface SeenPlace {
  readonly agent: string;
  readonly sessionId: string;
  readonly line: number | null;
}

const mostPlaces = 50;

/** The lessons that are in use, as texts to compare with. */
export function lessonsInUse(
  database: Database,
): readonly { readonly slug: string; readonly text: string }[] {
  return queryAll(
    database,
    "SELECT slug, summary || ' ' || body_text AS text FROM lessons WHERE status IN ('reviewed', 'active')",
  );
}

/** What was last made of a cluster. */
interface ClusterWordsRow extends ClusterWords {
  /** Which clusters were one lesson with it; null until it was settled. */
  readonly groupKey: number | null;
}

/** The clusters of a block that are enough for a lesson. */
export function wordsOfBlock(database: Database, block: string): readonly ClusterWordsRow[] {
  return queryAll(
    database,
    `SELECT cluster, text, topic, advice, content_key AS contentKey, group_key AS groupKey
     FROM cluster_words WHERE block = ? AND is_enough = 1 ORDER BY cluster`,
    block,
  );
}

/** Clusters with episodes of which nothing was made yet, or by other rules than today's. */
export function wordlessClusters(
  database: Database,
  block: string,
  version: number,
): readonly string[] {
  return queryAll<{ cluster: string }>(
    database,
    `SELECT DISTINCT cluster FROM episodes WHERE block = ?1 AND NOT EXISTS (
       SELECT 1 FROM cluster_words AS known WHERE known.cluster = episodes.cluster AND known.version = ?2)`,
    block,
    version,
  ).map(({ cluster }) => cluster);
}

/** Without words: not enough for a lesson yet. */
export function putWords(
  database: Database,
  place: { readonly cluster: string; readonly block: string; readonly version: number },
  words: ClusterWords | undefined,
): void {
  prepared(
    database,
    `INSERT INTO cluster_words(cluster, block, version, is_enough, text, topic, advice, content_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(cluster) DO UPDATE SET version = excluded.version, is_enough = excluded.is_enough,
       text = excluded.text, topic = excluded.topic, advice = excluded.advice,
       content_key = excluded.content_key, group_key = NULL`,
  ).run(
    place.cluster,
    place.block,
    place.version,
    words === undefined ? 0 : 1,
    words?.text ?? "",
    words?.topic ?? "",
    words?.advice ?? "",
    words?.contentKey ?? 0,
  );
}

export function setGroupKey(database: Database, cluster: string, groupKey: number): void {
  prepared(database, "UPDATE cluster_words SET group_key = ? WHERE cluster = ?").run(
    groupKey,
    cluster,
  );
}

/** Replaces all links of these clusters. */
export function replaceLinks(
  database: Database,
  block: string,
  clusters: Iterable<string>,
  links: Iterable<readonly [one: string, other: string]>,
): void {
  const forget = prepared(database, "DELETE FROM cluster_links WHERE one = ?1 OR other = ?1");
  for (const cluster of clusters) forget.run(cluster);
  const insert = prepared(
    database,
    "INSERT INTO cluster_links(block, one, other) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  for (const [one, other] of links) insert.run(block, one, other);
}

export function linksOfBlock(
  database: Database,
  block: string,
): readonly (readonly [one: string, other: string])[] {
  return queryAll<{ one: string; other: string }>(
    database,
    "SELECT one, other FROM cluster_links WHERE block = ?",
    block,
  ).map(({ one, other }) => [one, other]);
}

/**
 * Makes these the sightings that these clusters give to a lesson; what other clusters or people gave it
 * stays. Says how many of them are new to it.
 */
export function setSightings(
  database: Database,
  lesson: number,
  clusters: readonly string[],
  sightings: readonly (StoredEpisode & { readonly quote: string })[],
): number {
  const before = new Set(
    queryAll<{ episode: number }>(
      database,
      `SELECT evidence.episode FROM evidence JOIN episodes ON episodes.number = evidence.episode
       WHERE evidence.lesson = ? AND episodes.cluster IN (SELECT value FROM json_each(?))`,
      lesson,
      JSON.stringify(clusters),
    ).map(({ episode }) => episode),
  );
  const wanted = new Set(sightings.map(({ number }) => number));
  const release = prepared(database, "DELETE FROM evidence WHERE episode = ?");
  for (const episode of before) if (!wanted.has(episode)) release.run(episode);
  const insert = prepared(
    database,
    `INSERT INTO evidence(lesson, form, agent, session_id, project_id, seen_at, file, line, quote, episode)
     VALUES (?, 'sighting', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  let fresh = 0;
  for (const { number, agent, sessionId, projectId, seenAt, file, line, quote } of sightings) {
    if (before.has(number)) continue;
    release.run(number);
    const { changes } = insert.run(
      lesson,
      agent,
      sessionId,
      projectId,
      seenAt,
      file,
      line,
      quote,
      number,
    );
    fresh += Number(changes);
  }
  return fresh;
}

/** Notes which lesson the episodes led to. */
export function assignEpisodes(
  database: Database,
  lesson: number,
  numbers: readonly number[],
): void {
  const assign = prepared(database, "UPDATE episodes SET lesson = ? WHERE number = ?");
  for (const number of numbers) assign.run(lesson, number);
}

/** Takes episodes away from the lesson that they were given to. */
export function releaseSightings(database: Database, episodes: readonly number[]): void {
  const release = prepared(database, "DELETE FROM evidence WHERE episode = ?");
  const unassign = prepared(database, "UPDATE episodes SET lesson = NULL WHERE number = ?");
  for (const episode of episodes) {
    release.run(episode);
    unassign.run(episode);
  }
}

/** How many pieces of evidence each lesson has. */
export function evidenceCounts(database: Database): ReadonlyMap<number, number> {
  const rows = queryAll<{ lesson: number; count: number }>(
    database,
    "SELECT lesson, count(*) AS count FROM evidence GROUP BY lesson",
  );
  return new Map(rows.map(({ lesson, count }) => [lesson, count]));
}

export function hasEvidence(database: Database, lesson: number): boolean {
  return queryAll(database, "SELECT 1 FROM evidence WHERE lesson = ? LIMIT 1", lesson).length > 0;
}
