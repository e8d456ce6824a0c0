import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { compareVersions, parseVersion } from "./valid-until.ts";

/** A slip that newer agents or models no longer make: how often they had the occasion. */
export interface Outgrown {
  /** Sessions with a newer agent or another model that used the tool and did not make it. */
  readonly sessions: number;
  /** Of the sessions that used the tool until the last slip, those in which it was made. */
  readonly before: { readonly made: number; readonly all: number };
}

/** A session that used a tool. */
export interface ToolUse {
  /** Agent and session, as `sessionKey` joins them. */
  readonly session: string;
  readonly agent: string;
  readonly version: string | null;
  readonly model: string | null;
  /** When it last used the tool. */
  readonly at: string;
  readonly hasSlipped: boolean;
}

/**
 * Whether a slip is outgrown. It counts the sessions after the last slip whose agent is newer than every one that made it, or whose model
 * never made it; sessions like those that slipped say nothing about newer ones. There must be three times as many as one would expect to
 * see a slip in: had nothing changed, all of them would have gone well in one of twenty cases (the rule of three), and never
 * fewer than ten, because a share from a few sessions is a guess.
 */
export function outgrownBy(uses: readonly ToolUse[]): Outgrown | undefined {
  const slipped = uses.filter(({ hasSlipped }) => hasSlipped);
  const lastAt = slipped.reduce((last, { at }) => (at > last ? at : last), "");
  if (lastAt === "") return undefined;
  const before = uses.filter(({ at }) => at <= lastAt);
  const models = new Set(slipped.map(({ model }) => model));
  const isNewer = ({ agent, version, model, at }: ToolUse) =>
    at > lastAt &&
    ((model !== null && !models.has(null) && !models.has(model)) ||
      slipped.every((one) => one.agent === agent && isLater(version, one.version)));
  const sessions = new Set(uses.filter(isNewer).map(({ session }) => session)).size;
  const needed = Math.max(fewestSessions, Math.ceil((3 * before.length) / slipped.length));
  if (sessions < needed) return undefined;
  return { sessions, before: { made: slipped.length, all: before.length } };
}

const fewestSessions = 10;

function isLater(one: string | null, other: string | null): boolean {
  const [left, right] = [parseVersion(one ?? ""), parseVersion(other ?? "")];
  return left !== undefined && right !== undefined && compareVersions(left, right) > 0;
}

/** Of lessons that are about nothing but slips with the agent's own tools: those that were outgrown. */
export function outgrownSlips(database: Database): ReadonlyMap<LessonId, Outgrown> {
  const slips = queryAll<SlipRow>(database, slipsQuery);
  const byLesson = Map.groupBy(slips, ({ id }) => id);
  const found = new Map<LessonId, Outgrown>();
  for (const [id, rows] of byLesson) {
    const tools = [...new Set(rows.map(({ tool }) => tool))];
    const slipped = new Set(rows.map(sessionKey));
    const uses = queryAll<UseRow>(database, usesQuery, JSON.stringify(tools)).map((row) => {
      const session = sessionKey(row);
      return { ...row, session, hasSlipped: slipped.has(session) };
    });
    const outgrown = outgrownBy(uses);
    if (outgrown !== undefined) found.set(id, outgrown);
  }
  return found;
}

interface SlipRow {
  readonly id: LessonId;
  readonly tool: string;
  readonly agent: string;
  readonly sessionId: string;
}

type UseRow = Omit<ToolUse, "session" | "hasSlipped"> & { readonly sessionId: string };

const slipsQuery = `
  SELECT lessons.id, episodes.details ->> 'tool' AS tool, logs.agent, logs.session_id AS sessionId
  FROM episodes JOIN lessons ON lessons.number = episodes.lesson JOIN logs ON logs.number = episodes.log
  WHERE lessons.status = 'active' AND episodes.is_copy = 0
    AND NOT EXISTS (SELECT 1 FROM episodes AS other WHERE other.lesson = lessons.number
      AND coalesce(other.details ->> 'about', '') <> 'harness')`;

const usesQuery = `
  SELECT logs.agent, logs.session_id AS sessionId, max(logs.agent_version) AS version,
         max(coalesce(calls.model, logs.model)) AS model, max(calls.at) AS at
  FROM calls JOIN logs ON logs.number = calls.log
  WHERE calls.is_copy = 0 AND calls.at IS NOT NULL AND calls.tool IN (SELECT value FROM json_each(?))
  GROUP BY logs.agent, logs.session_id`;
