import { priorityRange, type Level } from "../record/level.ts";
import { statuses, type Status } from "../record/lifecycle.ts";
import {
  queryAll,
  queryOne,
  type Database,
  type SqlInput,
} from "../../platform/database/database.ts";
import { countsOf } from "./history.ts";
import { recordFromRow, type LessonRow } from "./lessons.ts";
import type { Kind } from "../record/body.ts";
import type { LessonRecord } from "../record/record.ts";

/** One page of the lessons that fit. */
export function listLessons(database: Database, query: LessonQuery): LessonPage {
  const { where, values } = conditions(query);
  const rows = queryAll<LessonRow>(
    database,
    `SELECT lessons.* FROM lessons ${query.sort === "seen" ? joinCounts : ""}
     WHERE ${inOrder(query, where)} ORDER BY ${orderings[query.sort]} LIMIT ?`,
    ...values,
    query.limit,
  );
  return {
    lessons: rows.map((row) => recordFromRow(row, countsOf(database, row.number))),
    total: countFitting(database, query),
  };
}

/** By status alone it is known (`lesson_counts`); anything else has to be counted. */
function countFitting(database: Database, { statuses: wanted, ...filter }: LessonFilter): number {
  const { where, values } = conditions({ statuses: wanted, ...filter });
  const isByStatus = conditions(filter).values.length === 0;
  if (!isByStatus) return countRows(database, `lessons WHERE ${where}`, values);
  return sumCounts(database, where, values);
}

function sumCounts(database: Database, where: string, values: readonly SqlInput[]): number {
  const row = queryOne<{ count: number }>(
    database,
    `SELECT coalesce(sum(lessons), 0) AS count FROM lesson_counts WHERE ${where}`,
    ...values,
  );
  return row?.count ?? 0;
}

function countRows(database: Database, from: string, values: readonly SqlInput[]): number {
  const row = queryOne<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM ${from}`,
    ...values,
  );
  return row?.count ?? 0;
}

/** Every lesson that fits, one after the other, without holding them all in memory. */
export function* eachLesson(database: Database, filter: LessonFilter): Generator<LessonRow> {
  const { where, values } = conditions(filter);
  const rows = database
    .prepare(`SELECT * FROM lessons WHERE ${where} ORDER BY id`)
    .iterate(...values);
  for (const row of rows) yield row as unknown as LessonRow;
}

/**
 * Several statuses are most lessons. The plus keeps SQLite from sorting them all instead of reading
 * the index in order: 268 against 1 ms for 100,000.
 */
function inOrder(query: LessonQuery, where: string): string {
  return (query.statuses ?? []).length > 1 ? where.replace(/^status IN/, "+status IN") : where;
}

/** Counts for every lesson are only worth computing when they decide the order. */
const joinCounts = `LEFT JOIN (
  SELECT lesson, sum(occurrences) AS occurrence_count, max(seen_at) AS last_seen_at FROM evidence GROUP BY lesson
) ON lesson = lessons.number`;

const orderings: Readonly<Record<SortOrder, string>> = {
  priority: "priority DESC, confidence DESC, slug",
  confidence: "confidence DESC, priority DESC, slug",
  newest: "id DESC",
  updated: "updated_at DESC, slug",
  seen: "occurrence_count DESC NULLS LAST, last_seen_at DESC, slug",
  slug: "slug",
};

/** The opposite of `conditions`. The other statuses are named, because an index finds them at once. */
function misfits({ statuses: wanted, ...filter }: LessonFilter): Conditions {
  const others = wanted === undefined ? [] : statuses.filter((status) => !wanted.includes(status));
  const { where, values } = conditions(filter);
  return {
    where: `status IN (${others.map(() => "?").join(", ")})${values.length === 0 ? "" : ` OR NOT (${where})`}`,
    values: [...others, ...values],
  };
}

interface Conditions {
  readonly where: string;
  readonly values: readonly SqlInput[];
}

function conditions(filter: LessonFilter): Conditions {
  const parts: string[] = [];
  const values: SqlInput[] = [];
  const oneOf = (column: string, allowed: readonly string[] | undefined) => {
    if (allowed === undefined) return;
    parts.push(`${column} IN (${allowed.map(() => "?").join(", ")})`);
    values.push(...allowed);
  };
  oneOf("status", filter.statuses);
  oneOf("kind", filter.kinds);
  oneOf("scope", filter.scope === undefined ? undefined : [filter.scope]);
  for (const tag of filter.tags ?? []) {
    parts.push("number IN (SELECT lesson FROM lesson_tags WHERE tag = ?)");
    values.push(tag);
  }
  if (filter.levels !== undefined) {
    const ranges = filter.levels.map((level) => priorityRange[level]);
    parts.push(`(${ranges.map(() => "priority BETWEEN ? AND ?").join(" OR ")})`);
    values.push(...ranges.flat());
  }
  return { where: parts.length === 0 ? "TRUE" : parts.join(" AND "), values };
}

/**
 * Lessons with all of these words in any form, best first; where there are none, with words that begin like them.
 * A word in the summary counts most. However common a word is, only the newest `mostRanked` hits are
 * ranked, so that a search over a large store stays quick: a word that is in more of them tells
 * nothing apart.
 */
export function searchLessons(database: Database, query: SearchQuery): SearchPage {
  const words = query.words.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return { hits: [], total: 0 };
  // What a person typed is only text to FTS5: `AND`, `*`, `-` mean nothing inside quotes.
  const whole = words.map((word) => `"${word}"`);
  const forms = words.map((word) => {
    const root = wordRoot(word);
    return root === undefined ? `"${word}"` : `("${word}" OR "${root}"*)`;
  });
  const page = searchExpression(database, forms.join(" AND "), query);
  if (page.total > 0) return page;
  // A single letter begins too many words to mean anything.
  const beginnings = whole.map((word) => (word.length > 3 ? `${word}*` : word));
  return searchExpression(database, beginnings.join(" "), query);
}

/**
 * What the forms of a word begin with. The index has stems of its own, but not one for all forms: it knows "deployment" as
 * "deploy" and "deploy" as "deploi".
 */
function wordRoot(word: string): string | undefined {
  const root = word
    .toLowerCase()
    .replace(/(?:ments?|ations?|ings?|ers?|ed|es|s)$/u, "")
    .replace(/([b-df-hj-np-tv-z])\1$/u, "$1")
    .replace(/[yie]$/u, "");
  return /^[a-z]{4,}$/u.test(root) ? root : undefined;
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
  return {
    hits: ranked.map(({ found, score }) => ({ score, ...readHit(database, expression, found) })),
    total: countRows(database, `lessons_fts WHERE ${hits}`, [expression, ...values]),
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

/** Every tag in use, the most used first. */
export function countTags(database: Database, filter: LessonFilter) {
  const { where, values } = conditions(filter);
  return queryAll<{ readonly tag: string; readonly lessons: number }>(
    database,
    `SELECT tag, count(*) AS lessons FROM lesson_tags JOIN lessons ON lessons.number = lesson_tags.lesson
     WHERE ${where} GROUP BY tag ORDER BY lessons DESC, tag`,
    ...values,
  );
}

/** How many lessons have a status: all that is needed to say that some wait. */
export function countWithStatus(database: Database, status: Status): number {
  return sumCounts(database, "status = ?", [status]);
}

/** How many candidates are only a maybe: they wait in the second list, and nobody is asked about them. */
export function countMaybe(database: Database): number {
  return sumCounts(database, "status = 'candidate' AND is_maybe = 1", []);
}

/** Candidates of the first list that came after a person last decided about any. */
export function countNewCandidates(database: Database): number {
  const decided = queryOne<{ at: string | null }>(
    database,
    "SELECT max(generated_at) AS at FROM review_sessions WHERE actor = 'person' AND undone_at IS NULL",
  );
  const at = decided?.at ?? undefined;
  return at === undefined
    ? sumCounts(database, "status = 'candidate' AND is_maybe = 0", [])
    : countRows(database, `lessons WHERE ${isWaiting} AND created_at > ?`, [at]);
}

/** Candidates of the first list that came from then on. */
export function countCandidatesSince(database: Database, since: string): number {
  return countRows(database, `lessons WHERE ${isWaiting} AND created_at >= ?`, [since]);
}

/** In the words of the index `idx_lessons_waiting`: said in others, it takes a look at every candidate. */
export const isMaybe = `(status = 'candidate' AND (flags LIKE '%"maybe"%') = 1)`;
const isWaiting = `status = 'candidate' AND (flags LIKE '%"maybe"%') = 0`;

/** Which lessons. What is not said does not restrict. */
export interface LessonFilter {
  readonly statuses?: readonly Status[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
  /** All of them must be on the lesson. */
  readonly tags?: readonly string[] | undefined;
  readonly scope?: string | undefined;
  readonly levels?: readonly Level[] | undefined;
}

export interface LessonQuery extends LessonFilter {
  readonly sort: SortOrder;
  readonly limit: number;
}

export const sortOrders = ["priority", "confidence", "newest", "updated", "seen", "slug"] as const;
export type SortOrder = (typeof sortOrders)[number];

export interface LessonPage {
  readonly lessons: readonly LessonRecord[];
  /** How many there are without the limit. */
  readonly total: number;
}

export interface SearchQuery extends LessonFilter {
  readonly words: string;
  readonly limit: number;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

export interface SearchHit {
  readonly lesson: LessonRecord;
  /** The summary with the found words between `hitStart` and `hitEnd`. */
  readonly summary: string;
  /** The piece of the body with the most found words, marked in the same way. */
  readonly excerpt: string;
  /** Greater is better. Only comparable within one search. */
  readonly score: number;
}

/** Two characters that no stored text can contain, because control characters are taken out on the way in. */
export const hitStart = "\u0001";
export const hitEnd = "\u0002";
