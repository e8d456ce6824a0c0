import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { prepared, queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import type { DeliveryNote } from "./delivery-note.ts";

/** A delivery as a hook noted it. */
export type DeliveryRow = Omit<DeliveryNote, "slug" | "call" | "ran"> & {
  /** The id of the call, hashed as in the ledger. */
  readonly idKey: number | null;
};

/** `known`: the same note was taken over before. `no-lesson`: nothing in the store goes by that id. */
export type InsertedDelivery = "new" | "known" | "no-lesson";

export function insertDelivery(
  database: Database,
  noteKey: string,
  delivery: DeliveryRow,
): InsertedDelivery {
  const lesson = queryOne<{ number: number }>(
    database,
    "SELECT number FROM lessons WHERE id = ?",
    delivery.lesson,
  );
  if (lesson === undefined) return "no-lesson";
  const matched = JSON.stringify(delivery.matched);
  const { changes } = prepared(
    database,
    `INSERT INTO deliveries(note_key, lesson, agent, session_id, subagent, id_key, at, tool, mode, form,
       score, matched, took_ms)
     VALUES (:noteKey, :lesson, :agent, :sessionId, :subagent, :idKey, :at, :tool, :mode, :form,
       :score, :matched, :tookMs) ON CONFLICT(note_key) DO NOTHING`,
  ).run({ ...delivery, noteKey, lesson: lesson.number, matched });
  return Number(changes) > 0 ? "new" : "known";
}

/** Session by session, in each the oldest first, with the place of the call where its log has been read that far. */
export function* eachDelivery(
  database: Database,
  { since = "", lesson }: { readonly since?: string; readonly lesson?: LessonId } = {},
): Generator<DeliveryNote> {
  const statement = database.prepare(
    `SELECT lessons.id AS lesson, lessons.slug, agent, session_id AS sessionId, subagent,
            id_key AS idKey, at, tool, mode, form, score, matched, took_ms AS tookMs,
            (SELECT ran FROM treatments
             WHERE treatments.agent = deliveries.agent AND treatments.id_key = deliveries.id_key) AS ran
     FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson
     WHERE at >= ?1 AND (?2 IS NULL OR lessons.id = ?2)
     ORDER BY agent, session_id, at, deliveries.number`,
  );
  let calls: SessionCalls | undefined;
  for (const row of statement.iterate(since, lesson ?? null)) {
    const { matched, ran, ...note } = row as unknown as StoredDelivery;
    if (calls?.agent !== note.agent || calls.sessionId !== note.sessionId)
      calls = new SessionCalls(database, note.agent, note.sessionId);
    const { idKey: _, ...noted } = note;
    const call = calls.placeOf(note) ?? null;
    const own = { ...noted, matched: JSON.parse(matched) as readonly string[], call };
    yield ran === null ? own : { ...own, ran: ran === 1 };
  }
}

type StoredDelivery = Omit<DeliveryRow, "matched" | "ran"> & {
  readonly slug: string;
  readonly matched: string;
  readonly ran: number | null;
};

type LoggedCall = NonNullable<DeliveryNote["call"]>;

/** The calls of one session, to find those that hooks noted something about. */
class SessionCalls {
  readonly agent: string;
  readonly sessionId: string;
  readonly #database: Database;
  readonly #byId = new Map<number, StoredCall>();
  /** With a time, the oldest first. */
  readonly #timed: readonly TimedCall[];

  constructor(database: Database, agent: string, sessionId: string) {
    this.agent = agent;
    this.sessionId = sessionId;
    this.#database = database;
    const calls = queryAll<StoredCall>(
      database,
      `SELECT calls.log, calls.ordinal, calls.line, calls.thread, calls.at, calls.tool,
              calls.id_key AS idKey, calls.call_key AS callKey, calls.is_copy AS isCopy
       FROM logs JOIN calls ON calls.log = logs.number
       WHERE logs.agent = ? AND logs.session_id = ? ORDER BY calls.at, calls.log, calls.ordinal`,
      agent,
      sessionId,
    );
    for (const call of calls) {
      const known = call.idKey === null ? undefined : this.#byId.get(call.idKey);
      if (call.idKey !== null && (known === undefined || known.isCopy > call.isCopy))
        this.#byId.set(call.idKey, call);
    }
    this.#timed = calls.flatMap((call) =>
      call.at === null ? [] : [{ call, atMs: Date.parse(call.at) }],
    );
  }

  /** Undefined when the log of the session has not been read, or not that far. */
  placeOf(noted: NotedCall): LoggedCall | undefined {
    const named = noted.idKey === null ? undefined : this.#byId.get(noted.idKey);
    const call = named ?? this.#before(noted);
    return call && this.#counting(call);
  }

  /** Where one of the two has no id: the last call of such a tool that was just being made. */
  #before({ idKey, at, tool, subagent }: NotedCall): StoredCall | undefined {
    const notedMs = Date.parse(at);
    return this.#timed.findLast(
      ({ call, atMs }) =>
        atMs <= notedMs &&
        atMs >= notedMs - longestWaitMs &&
        (idKey === null || call.idKey === null) &&
        call.thread === subagent &&
        commonTool(call.tool) === commonTool(tool),
    )?.call;
  }

  /** A call that a forked session repeats counts in one of the logs, and that is where whoever asks will find it. */
  #counting(call: StoredCall): LoggedCall {
    const original =
      call.isCopy === 0
        ? undefined
        : queryOne<LoggedCall>(
            this.#database,
            "SELECT log, ordinal, line, thread FROM calls WHERE call_key = ? AND is_copy = 0",
            call.callKey,
          );
    const { log, ordinal, line, thread } = original ?? call;
    return { log, ordinal, line, thread };
  }
}

interface StoredCall extends LoggedCall {
  readonly at: string | null;
  readonly tool: string;
  readonly idKey: number | null;
  readonly callKey: number;
  readonly isCopy: number;
}

interface TimedCall {
  readonly call: StoredCall;
  readonly atMs: number;
}

type NotedCall = Pick<DeliveryRow, "at" | "tool" | "subagent" | "idKey">;

/** Between a call in the log and the hook about it lie the end of the agent's answer and a process. */
const longestWaitMs = 5000;

/** Hooks hear the agent's own name of a tool, and the ledger calls every shell `Bash` and every editor `Edit`. */
function commonTool(tool: string): string {
  if (tool === "Write") return tool;
  const bucket = bucketOf(tool);
  return bucket === "bash" || bucket === "edit" ? bucket : tool;
}

/**
 * The same deliveries, each with its call in a log of its own session. Where a session was forked, the call may count
 * in the log of the other one, and what follows there is what the other one did.
 */
export function inOwnSession(
  database: Database,
  notes: readonly DeliveryNote[],
): readonly DeliveryNote[] {
  const logs = queryAll<{ number: number; agent: string; sessionId: string }>(
    database,
    "SELECT number, agent, session_id AS sessionId FROM logs",
  );
  const sessions = new Map(logs.map((log) => [log.number, sessionKey(log)]));
  return notes.map((note) => {
    const { call, agent, sessionId } = note;
    if (call === null || sessions.get(call.log) === sessionKey(note)) return note;
    const own = queryOne<LoggedCall>(
      database,
      `SELECT copy.log, copy.ordinal, copy.line, copy.thread
       FROM calls JOIN calls AS copy ON copy.call_key = calls.call_key JOIN logs ON logs.number = copy.log
       WHERE calls.log = ? AND calls.ordinal = ? AND logs.agent = ? AND logs.session_id = ?
       ORDER BY copy.number LIMIT 1`,
      call.log,
      call.ordinal,
      agent,
      sessionId,
    );
    return own === undefined ? note : { ...note, call: own };
  });
}

/** Which of these logs repeat calls that count in another. */
export function logsWithCopies(database: Database, logs: Iterable<number>): ReadonlySet<number> {
  const rows = queryAll<{ log: number }>(
    database,
    `SELECT value AS log FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM calls WHERE calls.log = value AND is_copy = 1)`,
    JSON.stringify([...logs]),
  );
  return new Set(rows.map(({ log }) => log));
}
