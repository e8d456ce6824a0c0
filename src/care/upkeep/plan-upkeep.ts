import type { Instant, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import {
  eachLogOfCalls,
  eachReplayCall,
  lessonOrigins,
} from "../../capture/ledger/replay-calls.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { fileFacts } from "../../knowledge/file-facts.ts";
import { needsAttention } from "../../knowledge/learn/list-observations.ts";
import { observationsIn } from "../../knowledge/learn/observations.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { EffectJudge, DeliveryVerdicts } from "../../measure/effect/judge-deliveries.ts";
import { doubtsOf } from "../../measure/doubt/doubts-of.ts";
import { replayCalls } from "../../measure/replay/replay.ts";
import type { Context } from "../../platform/context.ts";
import { queryAll, type Database } from "../../platform/database/database.ts";
import { outgrownSlips } from "./outgrown.ts";
import { triggerFacts } from "./trigger-facts.ts";
import { type LessonFacts, type Reception, type UpkeepFinding } from "./upkeep-finding.ts";
import { findUpkeep } from "./upkeep-rules.ts";
import { projectRoots, versionFacts } from "./version-facts.ts";
import { daysBefore } from "../../platform/instant.ts";

/** What upkeep found, before anything happens. */
export interface UpkeepPlan {
  readonly lookedAt: Instant;
  /** How many lessons were looked at. */
  readonly lessons: number;
  readonly findings: readonly UpkeepFinding[];
  /** What would still be found once these are archived. */
  readonly after: (archived: ReadonlySet<string>) => readonly UpkeepFinding[];
}

/** Looks at all lessons that are not archived. Nothing is changed. */
export async function planUpkeep(context: Context, place: UpkeepPlace): Promise<UpkeepPlan> {
  const { database, system, config } = context;
  const now = system.now();
  const statuses = ["candidate", "reviewed", "active"] as const;
  const lessons: readonly Lesson[] = [...eachLesson(database, { statuses })].map(lessonFromRow);
  const factsOf = await gatherFacts(context, { lessons, now, place });
  const find = (those: readonly Lesson[]) =>
    findUpkeep(those, { now, settings: config.upkeep, factsOf });
  return {
    lookedAt: now,
    lessons: lessons.length,
    findings: find(lessons),
    after: (archived) => find(lessons.filter(({ id }) => !archived.has(id))),
  };
}

/** Where to look for what the store does not know. */
export interface UpkeepPlace {
  /** Ours. */
  readonly home: string;
  readonly userHome: string;
}

export interface Gathering {
  readonly lessons: readonly Lesson[];
  readonly now: Instant;
  readonly place: UpkeepPlace;
}

/** All that the rules want to know of each lesson. Rules that are switched off cost nothing. */
async function gatherFacts(
  context: Context,
  gathering: Gathering,
): Promise<(lesson: Lesson) => LessonFacts> {
  const { database, config } = context;
  const { place } = gathering;
  const { drafts, unhelpful, doubtful, outgrown, missingFiles, uncheckedCritical, learned } =
    config.upkeep;
  const roots = projectRoots(database, place);
  const seen = drafts === "off" ? undefined : lastSightings(database);
  const reasons = upkeepReasons(database);
  const matching = matchFacts(context, gathering);
  const reception = unhelpful === "off" ? undefined : receptionFacts(context, gathering);
  const active = gathering.lessons.filter(({ stage }) => stage.status === "active");
  const doubts = doubtful === "off" ? undefined : doubtsOf(context, active);
  const slips = outgrown === "off" ? undefined : outgrownSlips(database);
  const missing = missingFiles ? fileFacts(database, roots, place.userHome) : undefined;
  const versions = versionFacts(database, roots);
  const problems = await triggerFacts(context, gathering);
  const checked = uncheckedCritical ? lastChecks(database) : undefined;
  const learning = learned ? learningFacts(context, gathering) : undefined;
  return (lesson) => ({
    lastSeenAt: seen?.get(lesson.id),
    matching: matching.get(lesson.id),
    reception: reception?.get(lesson.id),
    doubt: doubts?.get(lesson.id),
    outgrown: slips?.get(lesson.id),
    versionOf: (name) => versions(lesson.scope, name),
    missingFiles: missing?.(lesson) ?? [],
    triggerProblems: problems.get(lesson.id) ?? [],
    archivedFor: reasons.get(lesson.id) ?? [],
    lastCheckedAt: checked?.get(lesson.id),
    learning: learning?.get(lesson.id) ?? [],
  });
}

/** When a person last had a hand in each lesson. */
function lastChecks(database: Database): ReadonlyMap<LessonId, Instant> {
  const rows = queryAll<{ id: LessonId; at: Instant }>(
    database,
    `SELECT lessons.id, max(checks.at) AS at FROM lessons JOIN (
       SELECT lesson, at FROM transitions WHERE actor = 'person'
       UNION ALL SELECT lesson, at FROM edits WHERE actor = 'person'
       UNION ALL SELECT lesson, at FROM feedback WHERE actor = 'person'
     ) AS checks ON checks.lesson = lessons.number
     WHERE status = 'active' GROUP BY lessons.number`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Observations that need a person, project by project. What of them names files that are gone is another rule's. */
function learningFacts(
  { database, config }: Context,
  { lessons }: Gathering,
): ReadonlyMap<LessonId, readonly string[]> {
  const scopes = [...new Set(lessons.map(({ scope }) => scope))];
  const observations = observationsIn(database, scopes).filter(
    ({ lesson }) => lesson.stage.status !== "archived",
  );
  const attended = observations.map((each) => ({ ...each, missingFiles: [] }));
  const byScope = Map.groupBy(attended, ({ lesson }) => lesson.scope);
  return new Map(
    [...byScope.values()].flatMap((some) => [...needsAttention(some, config.learning)]),
  );
}

/** When each candidate was last seen in a log. */
function lastSightings(database: Database): ReadonlyMap<LessonId, Instant> {
  const rows = queryAll<{ id: LessonId; at: Instant }>(
    database,
    `SELECT lessons.id, max(seen_at) AS at FROM evidence JOIN lessons ON lessons.number = evidence.lesson
     WHERE status = 'candidate' GROUP BY lessons.number`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The reasons for which upkeep has archived lessons that are not archived now. */
function upkeepReasons(database: Database): ReadonlyMap<LessonId, readonly string[]> {
  const rows = queryAll<{ id: LessonId; because: string }>(
    database,
    `SELECT lessons.id, because FROM transitions JOIN lessons ON lessons.number = transitions.lesson
     WHERE actor = 'upkeep' AND to_status = 'archived' AND status <> 'archived'
     ORDER BY transitions.number`,
  );
  const byLesson = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byLesson].map(([id, found]) => [id, found.map(({ because }) => because)]));
}

/**
 * Replays the calls of the last months for lessons that have been active as long. Nothing is said of lessons that the
 * ledger cannot judge: those that are not meant for calls, or that ask for what it does not keep. What a
 * hook has delivered has matched, whatever the ledger says.
 */
function matchFacts(
  { database, config }: Context,
  { lessons, now }: Gathering,
): ReadonlyMap<LessonId, LessonFacts["matching"]> {
  const { neverMatched, neverMatchedDays } = config.upkeep;
  const since = daysBefore(now, neverMatchedDays);
  const old = lessons.filter(({ stage }) => stage.status === "active" && stage.since <= since);
  if (!neverMatched || old.length === 0) return new Map();
  const delivered = deliveredSince(database, since);
  const ready = old.filter(({ id }) => !delivered.has(id)).flatMap(readyIfSound);
  const replays = replayCalls(ready, eachReplayCall(database, { since }), {
    threshold: deliveryConfig(config).relevanceThreshold,
  });
  return new Map(
    [...replays]
      .filter(([, replay]) => !replay.isOutOfReach && !replay.hasUnseen && !replay.isTooSlow)
      .map(([id, { reach, fired }]) => [id, { calls: reach.calls, fired }]),
  );
}

/** Lessons that reached an agent since then. */
function deliveredSince(database: Database, since: Instant): ReadonlySet<LessonId> {
  const rows = queryAll<{ id: LessonId }>(
    database,
    `SELECT DISTINCT lessons.id FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson
     WHERE deliveries.at >= ?`,
    since,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What came of the deliveries of the active lessons, since each was last activated or changed. */
function receptionFacts(
  context: Context,
  { lessons }: Gathering,
): ReadonlyMap<LessonId, Reception> {
  const rows = new Map(receptions(context.database).map((row) => [row.id, row]));
  const notes = [...eachDelivery(context.database)].filter(({ lesson, at }) => {
    const since = rows.get(lesson)?.since;
    return since !== undefined && at >= since;
  });
  const overruled = overruledCounts(context, lessons, notes);
  return new Map([...rows].map(([id, row]) => [id, { ...row, overruled: overruled.get(id) ?? 0 }]));
}

/** How often each was overruled, by what followed in the logs. */
function overruledCounts(
  { database, config }: Context,
  lessons: readonly Lesson[],
  notes: readonly DeliveryNote[],
): ReadonlyMap<LessonId, number> {
  const counts = new Map<LessonId, number>();
  if (notes.length === 0) return counts;
  const delivered = new Set(notes.map(({ lesson }) => lesson));
  const judged = lessons.filter(({ id }) => delivered.has(id));
  const judge = new EffectJudge(judged.flatMap(readyIfSound), {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(database, [...delivered]),
  });
  const verdicts = new DeliveryVerdicts(database, inOwnSession(database, notes), judge);
  for (const log of eachLogOfCalls(database, {})) verdicts.add(log);
  for (const { note, effect } of verdicts.list(new Map())) {
    if (effect.verdict === "overruled") counts.set(note.lesson, (counts.get(note.lesson) ?? 0) + 1);
  }
  return counts;
}

interface ReceptionRow extends Omit<Reception, "overruled"> {
  readonly id: LessonId;
  /** What was said before that was said about another text or before a person confirmed it. */
  readonly since: Instant;
}

/** How active lessons were received since they were last activated or changed by somebody. */
function receptions(database: Database): readonly ReceptionRow[] {
  return queryAll(
    database,
    `WITH used AS (
       SELECT number, id, max(status_since, coalesce(
         (SELECT max(at) FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'), '')) AS since
       FROM lessons WHERE status = 'active')
     SELECT id, since,
       (SELECT count(*) FROM deliveries WHERE deliveries.lesson = used.number AND at >= since) AS delivered,
       (SELECT count(*) FROM feedback WHERE feedback.lesson = used.number AND at >= since AND verdict = 'helpful' AND actor = 'person') AS helpful,
       (SELECT count(*) FROM feedback WHERE feedback.lesson = used.number AND at >= since AND verdict = 'not-helpful' AND actor = 'person') AS notHelpful
     FROM used ORDER BY id`,
  );
}
