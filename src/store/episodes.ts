import { prepared, queryAll, type Database } from "./database.ts";
import type { Freed } from "./logs.ts";

/** An episode as it is written; JSON columns are already text. */
export interface EpisodeRow {
  readonly line: number;
  readonly lines: string;
  readonly kind: string;
  readonly verdict: string;
  readonly seenAt: string;
  readonly block: string;
  readonly cluster: string;
  readonly anchorKey: number;
  readonly isOpen: boolean;
  readonly details: string;
}

/** An episode with where it was seen. */
export interface StoredEpisodeRow extends Omit<EpisodeRow, "isOpen" | "anchorKey"> {
  readonly number: number;
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly file: string;
  readonly lesson: number | null;
}

export function insertEpisodes(
  database: Database,
  log: number,
  episodes: readonly EpisodeRow[],
): void {
  if (episodes.length === 0) return;
  const insert = prepared(
    database,
    `INSERT INTO episodes(log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key, is_open, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const episode of episodes) {
    insert.run(
      log,
      episode.line,
      episode.lines,
      episode.kind,
      episode.verdict,
      episode.seenAt,
      episode.block,
      episode.cluster,
      episode.anchorKey,
      episode.isOpen ? 1 : 0,
      episode.details,
    );
  }
}

/** Takes back the episodes that were still open when the log was last read. */
export function deleteOpenEpisodes(database: Database, log: number): Freed {
  const rows = queryAll<ClusterPlace & { anchor_key: number }>(
    database,
    "DELETE FROM episodes WHERE log = ? AND is_open = 1 RETURNING block, cluster, anchor_key",
    log,
  );
  return {
    clusters: rows,
    anchorKeys: rows.map(({ anchor_key }) => anchor_key),
    callKeys: [],
  };
}

const columns = `episodes.number, episodes.line, episodes.lines, episodes.kind, episodes.verdict,
  episodes.seen_at AS seenAt, episodes.block, episodes.cluster, episodes.details, episodes.lesson,
  logs.agent, logs.session_id AS sessionId, logs.project_id AS projectId, logs.path AS file`;

/** The episodes of a cluster, copies left out. */
export function episodesOfCluster(
  database: Database,
  block: string,
  cluster: string,
): readonly StoredEpisodeRow[] {
  return queryAll<StoredEpisodeRow>(
    database,
    `SELECT ${columns} FROM episodes JOIN logs ON logs.number = episodes.log
     WHERE episodes.block = ? AND episodes.cluster = ? AND episodes.is_copy = 0`,
    block,
    cluster,
  );
}

export interface ListedEpisode extends StoredEpisodeRow {
  readonly pathKey: string;
  readonly isCopy: number;
  readonly slug: string | null;
  readonly confidence: number | null;
}

/** All episodes with the lessons that they led to. A copy in a forked session leads where the original does. */
export function* eachEpisode(database: Database): Generator<ListedEpisode> {
  const statement = database.prepare(
    `SELECT ${columns}, logs.path_key AS pathKey, episodes.is_copy AS isCopy, lessons.slug, lessons.confidence
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster AND episodes.is_copy = 1
     LEFT JOIN lessons ON lessons.number = coalesce(episodes.lesson, clusters.lesson)
     WHERE episodes.kind <> 'cancel'
     ORDER BY logs.agent, logs.session_id, logs.path_key, episodes.line, episodes.kind`,
  );
  for (const row of statement.iterate()) yield { ...row } as unknown as ListedEpisode;
}

/** The clusters of a block that have episodes that count. */
export function episodeClusters(database: Database, block: string): readonly string[] {
  return queryAll<{ cluster: string }>(
    database,
    "SELECT DISTINCT cluster FROM episodes WHERE block = ? AND is_copy = 0",
    block,
  ).map(({ cluster }) => cluster);
}

/** Every cluster in the store, with its block. */
export function clustersInStore(database: Database): readonly ClusterPlace[] {
  return queryAll(database, "SELECT DISTINCT block, cluster FROM episodes ORDER BY block, cluster");
}

/** The clusters that a log has a part in. */
export function clustersOfLog(database: Database, log: number): readonly ClusterPlace[] {
  return queryAll(database, "SELECT DISTINCT block, cluster FROM episodes WHERE log = ?", log);
}

export interface ClusterPlace {
  readonly block: string;
  readonly cluster: string;
}
