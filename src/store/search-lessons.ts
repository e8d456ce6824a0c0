import type { SearchPage, SearchQuery } from "../core/lesson-query.ts";
import { queryAll, queryOne, type Database } from "./database.ts";
import { countsOf } from "./history.ts";
import { recordFromRow, type LessonRow } from "./lesson-row.ts";
import { conditions } from "./list-lessons.ts";

/** Lessons with all of these words (or their beginnings), best first. A word in the summary counts most. */
export function searchLessons(database: Database, query: SearchQuery): SearchPage {
  const expression = matchExpression(query.words);
  if (expression === undefined) return { hits: [], total: 0 };
  const { where, values } = conditions(query);
  const rows = queryAll<
    LessonRow & { readonly marked: string; readonly excerpt: string; readonly score: number }
  >(
    database,
    `SELECT lessons.*, marked, excerpt, score FROM (
       SELECT lessons_fts.rowid AS found, -bm25(lessons_fts, 4.0, 1.0, 2.0) AS score,
              highlight(lessons_fts, 0, char(1), char(2)) AS marked,
              snippet(lessons_fts, 1, char(1), char(2), '…', 24) AS excerpt
       FROM lessons_fts JOIN lessons ON lessons.number = lessons_fts.rowid
       WHERE lessons_fts MATCH ? AND ${where}
       ORDER BY bm25(lessons_fts, 4.0, 1.0, 2.0), lessons.slug LIMIT ?
     ) JOIN lessons ON lessons.number = found
     ORDER BY score DESC, slug`,
    expression,
    ...values,
    query.limit,
  );
  const total = queryOne<{ total: number }>(
    database,
    `SELECT count(*) AS total FROM lessons_fts JOIN lessons ON lessons.number = lessons_fts.rowid
     WHERE lessons_fts MATCH ? AND ${where}`,
    expression,
    ...values,
  );
  return {
    hits: rows.map((row) => ({
      lesson: recordFromRow(row, countsOf(database, row.number)),
      summary: row.marked,
      excerpt: row.excerpt,
      score: row.score,
    })),
    total: total?.total ?? 0,
  };
}

/** What a person typed as FTS5 syntax: each word quoted, so that `AND`, `*`, `-` or a quote is only text. */
function matchExpression(words: string): string | undefined {
  const terms = words.match(/[\p{L}\p{N}]+/gu) ?? [];
  return terms.length === 0 ? undefined : terms.map((term) => `"${term}"*`).join(" ");
}
