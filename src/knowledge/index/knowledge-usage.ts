import type { IndexEntry, KnowledgeIndex } from "./knowledge-index.ts";
import { numberOf } from "./read-knowledge.ts";
import { type CitationCount, citationCounts } from "../../capture/citations/citations.ts";
import type { Database } from "../../platform/database/database.ts";

/** Whether what is on record is used, by what agents cite. */
export interface KnowledgeUsage {
  readonly entries: readonly (IndexEntry & Usage)[];
  /** Cited, and not among the entries that hold: made up, or gone. */
  readonly unknown: readonly CitationCount[];
}

export type Usage = Omit<CitationCount, "entry">;

/** Most cited first. `project` is `project:<id>`. */
export function knowledgeUsage(
  database: Database,
  project: string,
  { decisions, pitfalls }: KnowledgeIndex,
): KnowledgeUsage {
  const counts = citationCounts(database, project.slice("project:".length));
  const used = new Map(counts.map((each) => [keyOf(each.entry), each]));
  const entries = [...decisions, ...pitfalls].map((entry) => {
    const { count = 0, sessions = 0, lastAt = null } = used.get(keyOf(entry.id)) ?? {};
    return { ...entry, count, sessions, lastAt };
  });
  const known = new Set(entries.map(({ id }) => keyOf(id)));
  return {
    entries: entries.toSorted((one, other) => other.count - one.count),
    unknown: counts.filter(({ entry }) => !known.has(keyOf(entry))),
  };
}

/** `ADR-012` and `ADR-0012` are one. */
function keyOf(id: string): string {
  return `${id.slice(0, id.indexOf("-"))}-${numberOf(id)}`;
}
