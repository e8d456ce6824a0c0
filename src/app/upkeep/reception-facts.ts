import type { DeliveryNote } from "../../core/delivery-note.ts";
import type { LessonId } from "../../core/lesson.ts";
import type { Reception } from "../../core/upkeep/lesson-rule.ts";
import { EffectJudge } from "../../evaluate/effect-judge.ts";
import { eachLogOfCalls, lessonOrigins } from "../../store/replay-calls.ts";
import { eachDelivery, inOwnSession } from "../../store/deliveries.ts";
import { receptions } from "../../store/upkeep-facts.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { DeliveryVerdicts } from "../stats/delivery-verdicts.ts";
import type { Workshop } from "../workshop.ts";
import type { Gathering } from "./gather-facts.ts";
import { readyIfSound } from "./ready-if-sound.ts";

/** What came of the deliveries of the active lessons, since each was last activated or changed. */
export function receptionFacts(
  workshop: Workshop,
  { lessons }: Pick<Gathering, "lessons">,
): ReadonlyMap<LessonId, Reception> {
  const rows = new Map(receptions(workshop.database).map((row) => [row.id, row]));
  const notes = [...eachDelivery(workshop.database)].filter(({ lesson, at }) => {
    const since = rows.get(lesson)?.since;
    return since !== undefined && at >= since;
  });
  const told = new Set(notes.map(({ lesson }) => lesson));
  const overruled = overruledCounts(workshop, {
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
  { database, config }: Workshop,
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
