import type { DeliveryNote } from "../../core/delivery-note.ts";
import type { LessonId } from "../../core/lesson.ts";
import type { Reception } from "../../core/upkeep/lesson-rule.ts";
import { EffectJudge } from "../../evaluate/effect-judge.ts";
import { eachLogOfCalls } from "../../store/calls-by-log.ts";
import { eachDelivery } from "../../store/deliveries.ts";
import { lessonOrigins } from "../../store/replay-calls.ts";
import { resultLines } from "../../store/result-lines.ts";
import { receptions } from "../../store/upkeep-facts.ts";
import { deliveryConfig } from "../delivery-config.ts";
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
  const byLog = Map.groupBy(notes, ({ call }) => call?.log);
  byLog.delete(undefined);
  if (byLog.size === 0) return counts;
  const judge = new EffectJudge(lessons.flatMap(readyIfSound), {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      database,
      lessons.map(({ id }) => id),
    ),
  });
  const results = resultLines(
    database,
    notes.flatMap(({ call }) => call ?? []),
  );
  for (const log of eachLogOfCalls(database, {})) {
    const number = log.calls[0]?.log.number;
    const told = number === undefined ? undefined : byLog.get(number);
    if (number === undefined || told === undefined) continue;
    for (const { note, effect } of judge.judge(told, log, results.get(number) ?? new Map())) {
      if (effect.verdict !== "overruled") continue;
      counts.set(note.lesson, (counts.get(note.lesson) ?? 0) + 1);
    }
  }
  return counts;
}
