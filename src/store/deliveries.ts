import type { DeliveryNote } from "../core/delivery-note.ts";
import type { LessonId } from "../core/lesson.ts";
import { prepared, queryOne, type Database } from "./database.ts";
import { SessionCalls } from "./session-calls.ts";

/** A delivery as a hook noted it. */
export type DeliveryRow = Omit<DeliveryNote, "slug" | "call"> & {
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
  const { agent, sessionId, subagent, idKey, at, tool, mode, form, score } = delivery;
  const { changes } = prepared(
    database,
    `INSERT INTO deliveries(note_key, lesson, agent, session_id, subagent, id_key, at, tool, mode, form,
       score, matched, took_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(note_key) DO NOTHING`,
  ).run(
    noteKey,
    lesson.number,
    agent,
    sessionId,
    subagent,
    idKey,
    at,
    tool,
    mode,
    form,
    score,
    JSON.stringify(delivery.matched),
    delivery.tookMs,
  );
  return Number(changes) > 0 ? "new" : "known";
}

/** Which deliveries: those since an instant, those of one lesson. */
interface DeliveryFilter {
  readonly since?: string;
  readonly lesson?: LessonId;
}

/** Session by session, in each the oldest first, with the place of the call where its log has been read that far. */
export function* eachDelivery(
  database: Database,
  { since = "", lesson }: DeliveryFilter = {},
): Generator<DeliveryNote> {
  const statement = database.prepare(
    `SELECT lessons.id AS lesson, lessons.slug, agent, session_id AS sessionId, subagent,
            id_key AS idKey, at, tool, mode, form, score, matched, took_ms AS tookMs
     FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson
     WHERE at >= ?1 AND (?2 IS NULL OR lessons.id = ?2)
     ORDER BY agent, session_id, at, deliveries.number`,
  );
  let calls: SessionCalls | undefined;
  for (const row of statement.iterate(since, lesson ?? null)) {
    const { idKey, matched, ...note } = row as unknown as StoredDelivery;
    if (calls?.agent !== note.agent || calls.sessionId !== note.sessionId)
      calls = new SessionCalls(database, note.agent, note.sessionId);
    const call = calls.placeOf({ ...note, idKey }) ?? null;
    yield { ...note, matched: JSON.parse(matched) as readonly string[], call };
  }
}

type StoredDelivery = Omit<DeliveryNote, "call" | "matched"> & {
  readonly idKey: number | null;
  readonly matched: string;
};
