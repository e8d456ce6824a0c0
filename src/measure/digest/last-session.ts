import { checklistItems } from "../effect/checklist-items.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { callsOfLog } from "../../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { circumstancesHere } from "../../deliver/reach/circumstances.ts";
import { neverComes, reachOf } from "../../deliver/reach/reach.ts";
import { reachSentence } from "../../deliver/reach/reach-words.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import { sessionStarts } from "../../deliver/spool/session-starts.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { countCandidatesSince } from "../../lesson/table/list.ts";
import { queryAll } from "../../platform/database/database.ts";
import type { Context } from "../../platform/context.ts";
import { countEffects, DeliveryVerdicts, EffectJudge } from "../effect/judge-deliveries.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { measuredLessons, type MeasuredLesson } from "../stats/measured-lessons.ts";
import { deliveryDues, MissedCritical } from "../stats/missed-critical.ts";

/** What came of lessons in the last session whose log was read. */
export interface SessionDigest {
  readonly begunAt: Instant;
  /** Lessons that stood on its card when it began. */
  readonly onCard: number;
  /** At its calls. */
  readonly delivered: number;
  readonly heeded: number;
  readonly repeated: number;
  /** Candidates that came since it began. */
  readonly newCandidates: number;
  /** CRITICAL lessons whose call was made there, and which did not come. */
  readonly missed: readonly { readonly slug: string; readonly why: string }[];
}

/** Undefined while no session that began with us was read. Looks at the calls of that one session only. */
export function lastSessionDigest(context: Context): SessionDigest | undefined {
  const { database, config } = context;
  const starts = sessionStarts(database).filter(({ subagent }) => subagent === null);
  const last = starts.findLast((start) => logsOf(context, start).length > 0);
  if (last === undefined) return undefined;
  const key = sessionKey(last);
  const own = starts.filter((start) => sessionKey(start) === key);
  const begunAt = own[0]?.at ?? last.at;
  const notes = inOwnSession(database, [...eachDelivery(database)]).filter(
    (note) => sessionKey(note) === key,
  );
  const delivered = new Set(notes.map(({ lesson }) => lesson));
  const measured = measuredLessons(database, delivered, "");
  const threshold = deliveryConfig(config).relevanceThreshold;
  const ready = measured.lessons.flatMap((each) => each.ready ?? []);
  const judge = new EffectJudge(
    ready.filter(({ id }) => delivered.has(id)),
    {
      threshold,
      origins: measured.origins,
      checklists: checklistItems(measured.lessons.map(({ lesson }) => lesson)),
    },
  );
  const verdicts = new DeliveryVerdicts(database, notes, judge);
  const critical = measured.lessons.filter(isCritical);
  const matcher = new ReplayMatcher(
    critical.flatMap((each) => each.ready ?? []),
    threshold,
  );
  const missed = new MissedCritical(deliveryDues(database, critical, own, notes));
  let readUpTo: string | null = null;
  for (const log of logsOf(context, last)) {
    const read = callsOfLog(database, log);
    verdicts.add(read);
    for (const call of read.calls) {
      missed.add(call, matcher.firingAt(call));
      if (call.at !== null && call.at > (readUpTo ?? "")) readUpTo = call.at;
    }
  }
  const counts = countEffects(verdicts.list(new Map([[key, readUpTo]])));
  const lost = new Set(missed.list().map(({ id }) => id));
  return {
    begunAt,
    onCard: new Set(own.flatMap(({ card }) => card)).size,
    delivered: counts.delivered,
    heeded: counts.heeded,
    repeated: counts.repeated,
    newCandidates: countCandidatesSince(database, begunAt),
    missed:
      lost.size === 0
        ? []
        : whyMissed(
            context,
            critical.filter(({ lesson }) => lost.has(lesson.id)),
          ),
  };
}

function logsOf(
  { database }: Context,
  { agent, sessionId }: { readonly agent: string; readonly sessionId: string },
): readonly number[] {
  return queryAll<{ number: number }>(
    database,
    "SELECT number FROM logs WHERE agent = ? AND session_id = ? ORDER BY number",
    agent,
    sessionId,
  ).map(({ number }) => number);
}

function isCritical({ lesson: { stage, priority } }: MeasuredLesson): boolean {
  return stage.status === "active" && levelOf(priority) === "CRITICAL";
}

function whyMissed(context: Context, critical: readonly MeasuredLesson[]): SessionDigest["missed"] {
  const circumstances = circumstancesHere(context);
  return critical.flatMap(({ lesson, ready }) => {
    if (ready === null) return [];
    const reach = reachOf(lesson, ready, circumstances);
    const isSilent = neverComes(reach) || reach.agents?.length === 0;
    return [
      {
        slug: lesson.slug,
        why: isSilent
          ? reachSentence(reach, lesson)
          : "The hook did not show it. To find out why: lessons doctor",
      },
    ];
  });
}
