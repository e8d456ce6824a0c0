import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { Owner } from "../../redact/redact.ts";
import type { JudgedDelivery } from "../effect/judge.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import { sessionCosts, type SessionCostRow } from "../../capture/ledger/logs.ts";
import { sessionStarts, type SessionStart } from "../../deliver/spool/session-starts.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { takeSpool } from "../../deliver/spool/take-spool.ts";
import type { Context } from "../../platform/context.ts";
import { measuredLessons, type MeasuredLesson, type MeasuredLessons } from "./measured-lessons.ts";
import { InstructedSessions } from "./instructed-conversations.ts";
import { deliveryDues } from "./missed-critical.ts";
import { walkLedger, type Walked } from "./walk-ledger.ts";

export interface GatherRequest {
  /** Where hooks put their notes. */
  readonly spool: string;
  readonly owner: Owner;
  readonly since?: string | undefined;
}

/** All that the numbers are made of. */
export interface Gathered {
  readonly measured: MeasuredLessons;
  /** Everything that was ever delivered. */
  readonly notes: readonly DeliveryNote[];
  /** What came of the deliveries since the time that was asked for. */
  readonly judged: readonly JudgedDelivery[];
  readonly walked: Walked;
  /** Sessions and subagents that began with us since then. */
  readonly starts: readonly SessionStart[];
  readonly instructed: InstructedSessions;
  /** Of every session that was read. */
  readonly costs: readonly SessionCostRow[];
  /** In thousandths. */
  readonly threshold: number;
}

/** Takes over what hooks have noted, and looks through the ledger once. `also`: lessons that may never have been in use. */
export async function gather(
  context: Context,
  request: GatherRequest,
  also: readonly LessonId[] = [],
): Promise<Gathered> {
  const { database, config } = context;
  const { spool, owner, since } = request;
  await takeSpool(database, { folder: spool, owner });
  const notes = inOwnSession(database, [...eachDelivery(database)]);
  const starts = sessionStarts(database).filter(({ at }) => at >= (since ?? ""));
  const instructed = new InstructedSessions(starts);
  const named = new Set([...notes.map(({ lesson }) => lesson), ...also]);
  const measured = measuredLessons(database, named, since);
  const costs = sessionCosts(database);
  const { relevanceThreshold: threshold } = deliveryConfig(config);
  const walked = walkLedger(database, {
    measured,
    notes,
    threshold,
    critical: measured.lessons.flatMap((each) => (isDue(each, config) ? (each.ready ?? []) : [])),
    missed: deliveryDues(database, measured.lessons, starts, notes),
    readUpTo: new Map(costs.map((row) => [sessionKey(row), row.endedAt])),
    isInstructed: (session) => instructed.has(session),
    since,
  });
  const judged = walked.judged.filter(({ note }) => note.at >= (since ?? ""));
  return { measured, notes, judged, walked, starts, instructed, costs, threshold };
}

/** Whether hooks deliver it, and it is critical. */
function isDue(
  { lesson: { stage, priority, confidence } }: MeasuredLesson,
  { minConfidence, minPriority }: Context["config"],
): boolean {
  return (
    stage.status === "active" &&
    levelOf(priority) === "CRITICAL" &&
    confidence >= minConfidence &&
    priority >= minPriority
  );
}
