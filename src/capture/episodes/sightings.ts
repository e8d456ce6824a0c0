import type { StoredEpisode } from "./episode.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

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
