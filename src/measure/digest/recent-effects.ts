import { checklistItems } from "../effect/checklist-items.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { callsOfLog } from "../../capture/ledger/replay-calls.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import { countEffects, DeliveryVerdicts, EffectJudge } from "../effect/judge-deliveries.ts";
import { measuredLessons } from "../stats/measured-lessons.ts";

/** What came of lessons that were shown at calls lately. */
export interface RecentEffects {
  /** Those that scans have taken over; hooks may have noted more. */
  readonly delivered: number;
  readonly sessions: number;
  readonly heeded: number;
  /** Calls that were corrected, and ran. */
  readonly fixed: number;
  readonly repeated: number;
}

/** Looks at the newest sessions only, because a person waits for it. */
export function recentEffects(
  { database, config }: Pick<Context, "database" | "config">,
  { since, now }: { readonly since: Instant; readonly now: Instant },
): RecentEffects {
  // Of a clock that was wrong, what lies after `now` is not lately.
  const recent = [...eachDelivery(database, { since })].filter(({ at }) => at <= now);
  const notes = inOwnSession(database, newestSessions(recent));
  const shown = new Set(notes.map(({ lesson }) => lesson));
  const measured = measuredLessons(database, shown, "");
  const judge = new EffectJudge(
    measured.lessons.flatMap(({ ready }) => (ready !== null && shown.has(ready.id) ? [ready] : [])),
    {
      threshold: deliveryConfig(config).relevanceThreshold,
      origins: measured.origins,
      checklists: checklistItems(measured.lessons.map(({ lesson }) => lesson)),
    },
  );
  const verdicts = new DeliveryVerdicts(database, notes, judge);
  for (const log of new Set(notes.flatMap(({ call }) => call?.log ?? [])))
    verdicts.add(callsOfLog(database, log));
  const { delivered, sessions, heeded, fixed, repeated } = countEffects(verdicts.list(new Map()));
  return { delivered, sessions, heeded, fixed, repeated };
}

function newestSessions(notes: readonly DeliveryNote[]): readonly DeliveryNote[] {
  const bySession = [...Map.groupBy(notes, sessionKey).values()];
  const lastAt = (session: readonly DeliveryNote[]) => session.at(-1)?.at ?? "";
  return bySession
    .toSorted((one, other) => (lastAt(one) < lastAt(other) ? 1 : -1))
    .slice(0, mostSessions)
    .flat();
}

const mostSessions = 20;
