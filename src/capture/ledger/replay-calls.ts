import type { Outcome } from "../../agents/outcome/judge-outcome.ts";
import type {
  CallsOfLog,
  LedgerCall,
  LedgerLog,
  LessonOrigins,
  OwnFailure,
  SightingPlace,
  Treatment,
} from "./ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";

/** Which calls to replay. Times are ISO; `until` is not included. A call without a time is in no period. */
export interface ReplayPeriod {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * The calls of the ledger, copies left out: log by log and as they were made, which an index gives without
 * sorting them all, or in no order, which is faster.
 */
export function* eachReplayCall(
  database: Database,
  { since, until, isInOrder = false, ofLog }: ReplayPeriod & CallChoice = {},
): Generator<LedgerCall> {
  const conditions = [ofLog === undefined ? "is_copy = 0" : onceInLog];
  const values: (string | number)[] = ofLog === undefined ? [] : [ofLog];
  if (since !== undefined) {
    conditions.push("at >= ?");
    values.push(since);
  }
  if (until !== undefined) {
    conditions.push("at < ?");
    values.push(until);
  }
  const logs = ledgerLogs(database);
  const statement = database.prepare(
    `SELECT log, ordinal, line, thread, at, tool, program, subcommand, command, path, outcome, signature,
            fact, treatment, working_directory
     FROM calls WHERE ${conditions.join(" AND ")} ${isInOrder ? "ORDER BY log, ordinal" : ""}`,
  );
  // Objects of SQLite's own, one a row, would take twice the time.
  statement.setReturnArrays(true);
  for (const row of statement.iterate(...values)) {
    const [
      number,
      ordinal,
      line,
      thread,
      at,
      tool,
      program,
      subcommand,
      command,
      path,
      outcome,
      signature,
      fact,
      treatment,
      workingDirectory,
    ] = row as unknown as CallColumns;
    const log = logs.get(number);
    if (log === undefined) continue;
    const head = subcommand === null ? program : `${program} ${subcommand}`;
    const place = { log, ordinal, line, thread };
    const call = {
      ...place,
      at,
      tool,
      head: head || tool,
      command,
      path,
      outcome,
      signature,
      fact,
      workingDirectory,
    };
    yield treatment === null ? call : { ...call, treatment };
  }
}

interface CallChoice {
  readonly isInOrder?: boolean;
  /** All calls of one log, those included that count in another because the session was forked. */
  readonly ofLog?: number;
}

const onceInLog = "number IN (SELECT min(number) FROM calls WHERE log = ? GROUP BY call_key)";

type CallColumns = readonly [
  log: number,
  ordinal: number,
  line: number,
  thread: string | null,
  at: string | null,
  tool: string,
  program: string | null,
  subcommand: string | null,
  command: string | null,
  path: string | null,
  outcome: Outcome,
  signature: string | null,
  fact: string | null,
  treatment: Treatment | null,
  workingDirectory: string | null,
];

/** Once for all calls: there are a hundred calls to a log. */
function ledgerLogs(database: Database): ReadonlyMap<number, LedgerLog> {
  const logs = queryAll<LedgerLog>(
    database,
    `SELECT number, agent, session_id AS sessionId, project_id AS projectId, project AS projectRoot,
            system, shell
     FROM logs`,
  );
  return new Map(logs.map((log) => [log.number, log]));
}

/** Where each of these lessons was seen, and which failures it is about. */
export function lessonOrigins(
  database: Database,
  ids: Iterable<LessonId>,
): ReadonlyMap<LessonId, LessonOrigins> {
  const found = new Map<LessonId, { sightings: SightingPlace[]; failures: OwnFailure[] }>();
  for (const row of queryAll<OriginRow>(database, originsQuery, JSON.stringify([...ids]))) {
    const origins = found.get(row.id) ?? { sightings: [], failures: [] };
    found.set(row.id, origins);
    const { log, line, tool, head, signature } = row;
    origins.sightings.push(log === null || line === null ? {} : { call: { log, line } });
    if (tool !== null && head !== null && signature !== null && signature !== "")
      origins.failures.push({ tool, head, signature });
  }
  return found;
}

interface OriginRow {
  readonly id: LessonId;
  readonly log: number | null;
  readonly line: number | null;
  readonly tool: string | null;
  readonly head: string | null;
  readonly signature: string | null;
}

/**
 * An episode says itself whether a call failed there. What came by another way has only a file and a
 * line; of a file that several machines have, it is the log of its session.
 */
const originsQuery = `
  SELECT lessons.id,
         CASE WHEN episodes.number IS NULL
           THEN (SELECT logs.number FROM logs WHERE logs.agent = evidence.agent
                   AND logs.session_id = evidence.session_id AND logs.path = evidence.file LIMIT 1)
           WHEN episodes.details ->> 'is' = 'failure' THEN episodes.log END AS log,
         coalesce(episodes.line, evidence.line) AS line,
         episodes.details ->> 'tool' AS tool, episodes.details ->> 'head' AS head,
         episodes.details ->> 'signature' AS signature
  FROM evidence JOIN lessons ON lessons.number = evidence.lesson
  LEFT JOIN episodes ON episodes.number = evidence.episode
  WHERE evidence.form = 'sighting' AND lessons.id IN (SELECT value FROM json_each(?))
  ORDER BY evidence.number`;

/** One log after the other with its calls as they were made, so that no more than one is held. */
export function* eachLogOfCalls(database: Database, period: ReplayPeriod): Generator<CallsOfLog> {
  const corrections = correctionLines(database);
  const corrected = (log: number) => corrections.get(log) ?? [];
  let calls: LedgerCall[] = [];
  for (const call of eachReplayCall(database, { ...period, isInOrder: true })) {
    const [first] = calls;
    if (first !== undefined && first.log !== call.log) {
      yield { calls, corrections: corrected(first.log.number) };
      calls = [];
    }
    calls.push(call);
  }
  const [last] = calls;
  if (last !== undefined) yield { calls, corrections: corrected(last.log.number) };
}

/** All that a log has, whether or not it counts there. */
export function callsOfLog(database: Database, log: number): CallsOfLog {
  return {
    calls: [...eachReplayCall(database, { ofLog: log, isInOrder: true })],
    corrections: correctionLines(database).get(log) ?? [],
  };
}

function correctionLines(database: Database): ReadonlyMap<number, readonly number[]> {
  const rows = queryAll<{ log: number; line: number }>(
    database,
    `SELECT log, line FROM episodes WHERE kind = 'user-correction'
     UNION SELECT log, details -> 'said' ->> 'line' FROM episodes WHERE details -> 'said' IS NOT NULL
     ORDER BY log, line`,
  );
  const byLog = Map.groupBy(rows, ({ log }) => log);
  return new Map([...byLog].map(([log, found]) => [log, found.map(({ line }) => line)]));
}

/** The time in the middle of the calls; undefined when none has a time. */
export function medianTime(database: Database, since = ""): string | undefined {
  const [row] = queryAll<{ at: string }>(
    database,
    `SELECT at FROM calls WHERE is_copy = 0 AND at >= ?1 ORDER BY at LIMIT 1
     OFFSET (SELECT count(*) / 2 FROM calls WHERE is_copy = 0 AND at >= ?1)`,
    since,
  );
  return row?.at;
}
