import type { PlacedCitation } from "./citations.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

export function insertCitations(
  database: Database,
  log: number,
  citations: readonly PlacedCitation[],
): void {
  const insert = prepared(
    database,
    "INSERT INTO citations(log, line, thread, at, verb, entry) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { line, thread, at, verb, entry } of citations)
    insert.run(log, line, thread ?? null, at ?? null, verb, entry);
}

/** How often an entry was cited in a project. */
export interface CitationCount {
  readonly entry: string;
  readonly count: number;
  readonly sessions: number;
  readonly lastAt: string | null;
}

/** What a forked session repeats of the one that it came from counts once. */
export function citationCounts(database: Database, projectId: string): readonly CitationCount[] {
  return queryAll<CitationCount>(
    database,
    `SELECT entry, count(*) AS count, count(DISTINCT session) AS sessions, max(at) AS lastAt
     FROM (SELECT entry, citations.at AS at, min(logs.agent || ' ' || logs.session_id) AS session
           FROM citations JOIN logs ON logs.number = citations.log
           WHERE logs.project_id = ?
           GROUP BY logs.agent, verb, entry,
                    coalesce(citations.at, logs.number || ' ' || citations.line))
     GROUP BY entry ORDER BY entry`,
    projectId,
  );
}
