import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { Reception } from "./lesson-rule.ts";
import { EffectJudge } from "../../measure/effect/judge.ts";
import { eachLogOfCalls, lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import { receptions } from "./upkeep-facts.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { DeliveryVerdicts } from "../../measure/stats/delivery-verdicts.ts";
import type { Context } from "../../platform/context.ts";
import type { Gathering } from "./gather-facts.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";

/** What came of the deliveries of the active lessons, since each was last activated or changed. */
export function receptionFacts(
  context: Context,
  { lessons }: Pick<Gathering, "lessons">,
): ReadonlyMap<LessonId, Reception> {
  const rows = new Map(receptions(context.database).map((row) => [row.id, row]));
  const notes = [...eachDelivery(context.database)].filter(({ lesson, at }) => {
    const since = rows.get(lesson)?.since;
    return since !== undefined && at >= since;
  });
  const told = new Set(notes.map(({ lesson }) => lesson));
  const overruled = overruledCounts(context, {
    notes,
    lessons: lessons.filter(({ id }) => told.has(id)),
  });
  return new Map(
    [...rows].map(([id, { delivered, helpful, notHelpful }]) => [
      id,
      { delivered, overruled: overruled.get(id) ?? 0, helpful, notHelpful },
    ]),
  );
}

/** How often each was overruled, by what followed in the logs. */
function overruledCounts(
  { database, config }: Context,
  { notes, lessons }: Pick<Gathering, "lessons"> & { readonly notes: readonly DeliveryNote[] },
): ReadonlyMap<LessonId, number> {
  const counts = new Map<LessonId, number>();
  if (notes.length === 0) return counts;
  const judge = new EffectJudge(lessons.flatMap(readyIfSound), {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      lessons.map(({ id }) => id),
    ),
  });
  const verdicts = new DeliveryVerdicts(database, inOwnSession(database, notes), judge);
  for (const log of eachLogOfCalls(database, {})) verdicts.add(log);
  for (const { note, effect } of verdicts.list(new Map())) {
    if (effect.verdict === "overruled") counts.set(note.lesson, (counts.get(note.lesson) ?? 0) + 1);
  }
  return counts;
}
