import type { LessonId } from "../../lesson/record/lesson.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";

/** What is looked at to say whether a person should look, too. */
export interface AttendedObservation {
  readonly id: LessonId;
  readonly kind: ObservedKind;
  readonly confidence: number;
  readonly count: number;
  /** Files that it names and that the project does not have any more. */
  readonly missingFiles: readonly string[];
}

/**
 * The observations that need a person, with the reasons. Nothing of it is stored: it follows from what is. To be asked
 * without archived ones.
 */
export function needsAttention(
  observations: readonly AttendedObservation[],
  { softCap }: { readonly softCap: number },
): ReadonlyMap<LessonId, readonly string[]> {
  const reasons = new Map<LessonId, string[]>();
  const say = (id: LessonId, reason: string) =>
    reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  for (const { id, missingFiles, confidence, count } of observations) {
    if (missingFiles.length > 0)
      say(id, `names files that are gone: ${missingFiles.slice(0, 3).join(", ")}`);
    if (count >= manySightings && confidence < doubtful)
      say(id, `seen ${count} times, and its confidence is ${confidence} still`);
  }
  for (const kind of observedKinds) {
    const ofKind = observations.filter((each) => each.kind === kind);
    const surplus = ofKind.toSorted(bySureness).slice(softCap);
    for (const { id } of surplus)
      say(id, `is one of ${ofKind.length} of its kind, and ${softCap} are enough`);
  }
  return reasons;
}

const manySightings = 5;
const doubtful = 0.5;

/** The surest first; at equal sureness the older one stays. */
function bySureness(one: AttendedObservation, other: AttendedObservation): number {
  return (
    other.confidence - one.confidence || other.count - one.count || (one.id < other.id ? -1 : 1)
  );
}
