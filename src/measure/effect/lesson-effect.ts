import type { JudgedDelivery } from "./judge.ts";
import { effectVerdicts, type EffectVerdict } from "./effect.ts";

/** What deliveries have come to, and what a person says about it. */
export interface EffectCounts extends Readonly<Record<EffectVerdict, number>> {
  readonly delivered: number;
  readonly sessions: number;
}

export interface FeedbackCounts {
  readonly helpful: number;
  readonly notHelpful: number;
}

export function countEffects(judged: readonly JudgedDelivery[]): EffectCounts {
  const counts = Object.fromEntries(
    effectVerdicts.map((verdict) => [
      verdict,
      judged.filter(({ effect }) => effect.verdict === verdict).length,
    ]),
  ) as Record<EffectVerdict, number>;
  const sessions = new Set(judged.map(({ note }) => `${note.agent}\0${note.sessionId}`));
  return { delivered: judged.length, sessions: sessions.size, ...counts };
}

export type LessonStanding = "helps" | "does-not-help" | "too-early";

/** What is seen and what is said weigh the same. Below three of both together nothing is said. */
export function standingOf(
  { heeded, repeated, overruled }: EffectCounts,
  { helpful, notHelpful }: FeedbackCounts,
): LessonStanding {
  const [good, bad] = [heeded + helpful, repeated + overruled + notHelpful];
  if (good + bad < fewestSigns) return "too-early";
  return good > bad ? "helps" : "does-not-help";
}

const fewestSigns = 3;
