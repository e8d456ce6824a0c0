import { queryAll, type Database } from "./database.ts";

/** An episode with what is needed to count it. Copies in forked sessions are left out. */
export interface FoundEpisodeRow {
  readonly log: number;
  readonly agent: string;
  readonly sessionId: string;
  readonly kind: string;
  readonly verdict: string;
  readonly line: number;
  /** JSON. */
  readonly lines: string;
  readonly seenAt: string;
  readonly cluster: string;
  readonly tool: string | null;
  readonly head: string | null;
  readonly signature: string | null;
  readonly headline: string | null;
  readonly words: string | null;
  /** Of a report: all that it says, as JSON. */
  readonly report: string | null;
  /** The lesson that its cluster became. */
  readonly slug: string | null;
  readonly status: string | null;
}

export function foundEpisodes(database: Database, since = ""): readonly FoundEpisodeRow[] {
  return queryAll(
    database,
    `SELECT episodes.log, logs.agent, logs.session_id AS sessionId, episodes.kind, episodes.verdict, episodes.line,
            episodes.lines, episodes.seen_at AS seenAt, episodes.cluster,
            details ->> 'tool' AS tool, details ->> 'head' AS head, details ->> 'signature' AS signature,
            details ->> 'headline' AS headline, details ->> 'words' AS words, details ->> 'draft' AS report,
            lessons.slug, lessons.status
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster
     LEFT JOIN lessons ON lessons.number = clusters.lesson
     WHERE episodes.is_copy = 0 AND episodes.kind <> 'cancel' AND episodes.seen_at >= ?
     ORDER BY episodes.seen_at, episodes.log, episodes.line, episodes.number`,
    since,
  );
}
