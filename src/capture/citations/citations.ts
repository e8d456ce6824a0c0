import type { AssistantText } from "../../agents/event.ts";
import { type Database, prepared, queryAll } from "../../platform/database/database.ts";

/** What an agent says that it goes by: `applies ADR-003`, `avoids PF-012`. */
interface Citation {
  readonly verb: "applies" | "avoids";
  /** `ADR-003`, as it was written. */
  readonly entry: string;
}

/** The citations in a text of an agent, each once. */
export function citationsIn(text: string): readonly Citation[] {
  // Nearly no text has one, and looking for the two beginnings is all that the others cost.
  if (!text.includes("ADR-") && !text.includes("PF-")) return [];
  const found = new Map<string, Citation>();
  for (const [, verb = "", entry = ""] of text.matchAll(shape)) {
    const citation = {
      verb: verb.toLowerCase() === "applies" ? "applies" : "avoids",
      entry,
    } as const;
    found.set(`${citation.verb} ${entry}`, citation);
    if (found.size >= mostCitations) break;
  }
  return [...found.values()];
}

/** The placeholder of the instruction, `ADR-NNN`, is none. */
const shape = /\b(applies|avoids)\s{1,3}[`*_]{0,3}((?:ADR|PF)-\d{3,9})\b/gi;
const mostCitations = 50;

/** Where an agent said that it goes by an entry of the project's knowledge. */
export interface PlacedCitation extends Citation {
  readonly line: number;
  readonly thread?: string | undefined;
  readonly at?: string | undefined;
}

export function placedCitations({
  text,
  line,
  thread,
  at,
}: AssistantText): readonly PlacedCitation[] {
  return citationsIn(text).map((citation) => ({ ...citation, line, thread, at }));
}

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
