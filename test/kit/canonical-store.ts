import { queryAll, type Database } from "../../src/platform/database/database.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Everything that scans have stored, without what says when and in how many steps they did it: no
 * numbers, ids, slugs, times of ours or identities of files. Two stores know the same when these are equal.
 */
export interface CanonicalStore {
  readonly logs: readonly Row[];
  readonly calls: readonly Row[];
  readonly episodes: readonly Row[];
  readonly badReports: readonly Row[];
  readonly citations: readonly Row[];
  readonly lessons: readonly Row[];
}

export function canonicalStore(database: Database): CanonicalStore {
  return {
    logs: ordered(queryAll<Row>(database, logs).map(withParsed("memory"))),
    calls: ordered(queryAll<Row>(database, calls)),
    episodes: ordered(queryAll<Row>(database, episodes).map(withParsed("lines", "details"))),
    badReports: ordered(queryAll<Row>(database, badReports)),
    citations: ordered(queryAll<Row>(database, citations)),
    lessons: ordered(
      queryAll<Row & { readonly number: number }>(database, lessons).map((row) =>
        lessonOf(database, row),
      ),
    ),
  };
}

const logs = `SELECT agent, path, session_id, parent_session_id, project_id, project, system, agent_version, model,
    started_at, ended_at, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
    records, unknown_records, unreadable_records, byte, line, memory
  FROM logs JOIN log_memories ON log_memories.log = logs.number`;

const calls = `SELECT logs.path AS log, ordinal, calls.line, thread, at, tool, program, subcommand, flags, command,
    calls.path, outcome, exit_status, failure_class, signature, error_head, duration_ms, call_key, id_key, is_copy
  FROM calls JOIN logs ON logs.number = calls.log`;

const episodes = `SELECT logs.path AS log, episodes.line, lines, episodes.kind, verdict, seen_at, block, cluster, anchor_key,
    is_copy, is_open, details, lessons.content_hash AS lesson
  FROM episodes JOIN logs ON logs.number = episodes.log LEFT JOIN lessons ON lessons.number = episodes.lesson`;

const badReports = `SELECT logs.path AS log, report_problems.line, thread, at, form, class, problem
  FROM report_problems JOIN logs ON logs.number = report_problems.log`;

const citations = `SELECT logs.path AS log, citations.line, thread, at, verb, entry
  FROM citations JOIN logs ON logs.number = citations.log`;

/** What the scanner itself put away because it became part of another lesson, or of none, is gone for good. */
const lessons = `SELECT number, kind, status, archive_reason, summary, body, triggers, priority, confidence, scores,
    tags, scope, delivery, source, content_hash, valid_from, valid_until, about, fix, flags
  FROM lessons
  WHERE NOT (status = 'archived'
    AND (archive_reason LIKE 'says the same as %' OR archive_reason = 'what it was found by was taken back')
    AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.lesson = lessons.number)
    AND NOT EXISTS (SELECT 1 FROM episodes WHERE episodes.lesson = lessons.number))`;

const evidence = `SELECT form, agent, session_id, project_id, occurrences, sessions, projects, first_seen_at, seen_at,
    file, line, quote
  FROM evidence WHERE lesson = ?`;

/** Which lesson a cluster became matters as long as there is an episode of it. */
const clusters = `SELECT DISTINCT clusters.cluster FROM clusters JOIN episodes ON episodes.cluster = clusters.cluster
  WHERE clusters.lesson = ? AND episodes.lesson = clusters.lesson`;

function lessonOf(database: Database, { number, ...row }: Row & { readonly number: number }): Row {
  return {
    ...withParsed("body", "triggers", "scores", "tags", "flags")(row),
    flags: flagsOf(database, String(row["flags"])),
    evidence: ordered(queryAll<Row>(database, evidence, number)),
    clusters: ordered(queryAll<Row>(database, clusters, number)),
  };
}

/** A flag may name another lesson, which is known here by what it says. */
function flagsOf(database: Database, flags: string): readonly string[] {
  return (JSON.parse(flags) as readonly string[]).map((flag) => {
    const [name, slug] = flag.split(":");
    if (slug === undefined) return flag;
    const [other] = queryAll<{ readonly summary: string }>(
      database,
      "SELECT summary FROM lessons WHERE slug = ?",
      slug,
    );
    return `${name}:${other?.summary ?? slug}`;
  });
}

function withParsed(...names: readonly string[]): (row: Row) => Row {
  return (row) => ({
    ...row,
    ...Object.fromEntries(
      names.map((name) => {
        const text = row[name];
        return [name, typeof text === "string" ? (JSON.parse(text) as unknown) : text];
      }),
    ),
  });
}

function ordered(rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
}
