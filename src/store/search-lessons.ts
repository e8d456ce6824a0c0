import type { SearchPage, SearchQuery } from "../core/lesson-query.ts";
import { queryAll, queryOne, type Database } from "./database.ts";
import { countsOf } from "./history.ts";
import { recordFromRow, type LessonRow } from "./lesson-row.ts";
import { misfits } from "./list-lessons.ts";

/**
 * Lessons with all of these words, best first; where there are none, with words that begin like them.
 * A word in the summary counts most. However common a word is, only the newest `mostRanked` hits are
 * ranked, so that a search over a large store stays quick: a word that is in more of them tells
 * nothing apart.
 */
export function searchLessons(database: Database, query: SearchQuery): SearchPage {
  const words = query.words.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return { hits: [], total: 0 };
  const page = searchExpression(database, words.map(quoted).join(" "), query);
  return page.total > 0 ? page : searchExpression(database, words.map(beginning).join(" "), query);
}

function searchExpression(database: Database, expression: string, query: SearchQuery): SearchPage {
  const { where, values } = misfits(query);
  // Leaving out what does not fit is quicker than looking up every hit: most lessons fit.
  const hits = `lessons_fts MATCH ? AND rowid NOT IN (SELECT number FROM lessons WHERE ${where})`;
  const ranked = queryAll<{ readonly found: number; readonly score: number }>(
    database,
    `SELECT found, score FROM (
       SELECT rowid AS found, -bm25(lessons_fts, 4.0, 1.0, 2.0) AS score FROM lessons_fts
       WHERE ${hits} ORDER BY rowid DESC LIMIT ${mostRanked}
     ) ORDER BY score DESC, found DESC LIMIT ?`,
    expression,
    ...values,
    query.limit,
  );
  const count = queryOne<{ readonly total: number }>(
    database,
    `SELECT count(*) AS total FROM lessons_fts WHERE ${hits}`,
    expression,
    ...values,
  );
  return {
    hits: ranked.map(({ found, score }) => ({ score, ...readHit(database, expression, found) })),
    total: count?.total ?? 0,
  };
}

const mostRanked = 30_000;

function readHit(database: Database, expression: string, number: number) {
  // The table first: it knows that the number is a whole one, and the index then goes straight to it.
  const row = queryOne<LessonRow & { readonly marked: string; readonly excerpt: string }>(
    database,
    `SELECT lessons.*, highlight(lessons_fts, 0, char(1), char(2)) AS marked,
            snippet(lessons_fts, 1, char(1), char(2), '…', 24) AS excerpt
     FROM lessons CROSS JOIN lessons_fts ON lessons_fts.rowid = lessons.number
     WHERE lessons.number = ? AND lessons_fts MATCH ?`,
    number,
    expression,
  );
  if (row === undefined) throw new Error(`lesson ${number} was found and is not there`);
  return {
    lesson: recordFromRow(row, countsOf(database, number)),
    summary: row.marked,
    excerpt: row.excerpt,
  };
}

/** What a person typed is only text to FTS5: `AND`, `*`, `-` mean nothing inside quotes. */
function quoted(word: string): string {
  return `"${word}"`;
}

/** A single letter begins too many words to mean anything. */
function beginning(word: string): string {
  return word.length > 1 ? `"${word}"*` : `"${word}"`;
}
