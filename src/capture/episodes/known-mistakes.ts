import type { Outcome } from "../../agents/outcome/judge-outcome.ts";
import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey, type KnownMistake, type SeenFailure } from "../ledger/mistake.ts";
import type { StoredEpisode } from "./episode.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import type { ReplayPeriod } from "../ledger/replay-calls.ts";

/** Gives a fresh store the logs of another and what was found in them in a period, without what was learned from it. */
export function copyEpisodes(
  from: Database,
  to: Database,
  { since = "", until = "~" }: ReplayPeriod,
): void {
  to.prepare("ATTACH DATABASE ? AS history").run(from.location() ?? "");
  try {
    to.exec("INSERT INTO logs SELECT * FROM history.logs");
    to.prepare(
      `INSERT INTO episodes(number, log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key,
         is_copy, is_open, details)
       SELECT number, log, line, lines, kind, verdict, seen_at, block, cluster, anchor_key,
         is_copy, is_open, details FROM history.episodes WHERE seen_at >= ? AND seen_at < ?`,
    ).run(since, until);
  } finally {
    to.exec("DETACH DATABASE history");
  }
}

/** The calls since then that failed for a reason worth noting. One that ended a loop of them may be of several clusters. */
export function mistakesSince(
  database: Database,
  since: string,
): readonly Pick<StoredEpisode, "log" | "line" | "cluster">[] {
  return queryAll(
    database,
    `SELECT DISTINCT log, line, cluster FROM episodes
     WHERE is_copy = 0 AND details ->> 'is' = 'failure' AND seen_at >= ?`,
    since,
  );
}

/** The mistakes that this store knows: in which sessions they were seen, and the lesson that they became. */
export function knownMistakes(database: Database): ReadonlyMap<string, KnownMistake> {
  const rows = queryAll<{ cluster: string; session: string; lesson: LessonId | null }>(
    database,
    `SELECT DISTINCT episodes.cluster, logs.agent || char(0) || logs.session_id AS session,
            lessons.id AS lesson
     FROM episodes JOIN logs ON logs.number = episodes.log
     LEFT JOIN clusters ON clusters.cluster = episodes.cluster
     LEFT JOIN lessons ON lessons.number = clusters.lesson AND lessons.status = 'active'
     WHERE episodes.is_copy = 0`,
  );
  const byCluster = Map.groupBy(rows, ({ cluster }) => cluster);
  return new Map(
    [...byCluster].map(([cluster, found]) => [
      cluster,
      {
        sessions: new Set(found.map(({ session }) => session)),
        lesson: found[0]?.lesson ?? undefined,
      },
    ]),
  );
}

/** All mistakes in calls that became lessons which nobody has put away, copies left out. */
export function seenFailures(database: Database): readonly SeenFailure[] {
  const calls = Map.groupBy(queryAll<PlacedCall>(database, callsQuery), placeOf);
  return queryAll<FailedEpisode>(database, episodesQuery).map((row) => {
    const { lesson, log, agent, sessionId, attempts } = row;
    const at = (line: number | null) =>
      line === null ? [] : (calls.get(placeOf({ log, line })) ?? []);
    const lines = JSON.parse(row.lines) as StoredEpisode["lines"];
    const failed = [row.line, ...lines].flatMap(at).filter(isFailed);
    const from = at(row.line)[0]?.at;
    const to = at(row.fixLine)[0]?.at;
    return {
      lesson,
      log,
      session: sessionKey({ agent, sessionId }),
      attempts,
      failedCalls: [...new Set(failed.map(({ callKey }) => callKey))],
      isFixed: row.fixLine !== null,
      detour: from && to ? { from, to } : undefined,
    };
  });
}

interface FailedEpisode extends Pick<StoredEpisode, "log" | "agent" | "sessionId" | "line"> {
  readonly lesson: LessonId;
  /** JSON. */
  readonly lines: string;
  readonly fixLine: number | null;
  readonly attempts: number;
}

interface PlacedCall {
  readonly log: number;
  readonly line: number;
  readonly at: Instant | null;
  readonly outcome: Outcome;
  readonly callKey: number;
}

function placeOf({ log, line }: { readonly log: number; readonly line: number }): string {
  return `${log}:${line}`;
}

function isFailed({ outcome }: PlacedCall): boolean {
  return outcome === "error" || outcome === "timeout";
}

const noted = `
  FROM episodes JOIN clusters ON clusters.cluster = episodes.cluster
  JOIN lessons ON lessons.number = clusters.lesson AND lessons.status <> 'archived'
  WHERE episodes.is_copy = 0 AND episodes.details ->> 'is' = 'failure'`;

const episodesQuery = `
  SELECT lesson, log, logs.agent, logs.session_id AS sessionId, noted.line, lines, fixLine, attempts FROM (
    SELECT lessons.id AS lesson, episodes.log, episodes.line, episodes.lines,
           episodes.details -> 'fix' ->> 'line' AS fixLine, episodes.details ->> 'attempts' AS attempts
    ${noted}) AS noted
  JOIN logs ON logs.number = noted.log`;

/** The calls first: there are many, and each is looked at once, however long its log is. */
const callsQuery = `
  WITH places AS MATERIALIZED (
    SELECT episodes.log, episodes.line ${noted}
    UNION
    SELECT noted.log, json_each.value FROM (SELECT episodes.log, episodes.lines ${noted}) AS noted,
           json_each(noted.lines))
  SELECT calls.log, calls.line, calls.at, calls.outcome, calls.call_key AS callKey
  FROM calls CROSS JOIN places ON places.log = calls.log AND places.line = calls.line`;
