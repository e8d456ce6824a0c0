import type { LessonId } from "../../lesson/record/lesson.ts";
import { neededFor, wholeDays, type Observed } from "../../lesson/observed.ts";
import { observedKinds } from "../../lesson/score/repetition.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { fileFacts } from "../file-facts.ts";
import { observationsIn, type ObservedLesson, type StoredObservation } from "./observations.ts";

/** An observation with what it still takes, and why a person should look at it. */
export interface ListedObservation extends Omit<StoredObservation, "deletions"> {
  readonly observed: Observed;
  readonly attention: readonly string[];
}

export interface ObservationQuery {
  readonly place: Pick<LearningPlace, "root" | "scope">;
  /** The user's home directory. */
  readonly userHome: string;
}

/** Those that are not archived, the surest first. */
export function listObservations(
  { database, config }: Context,
  { place, userHome }: ObservationQuery,
): readonly ListedObservation[] {
  const stored = observationsIn(database, [place.scope]).filter(
    ({ lesson }) => lesson.stage.status !== "archived",
  );
  const missingFiles = fileFacts(database, () => [place.root], userHome);
  const attended = stored.map((each) => ({ ...each, missingFiles: missingFiles(each.lesson) }));
  const attention = needsAttention(attended, config.learning);
  return stored
    .map(({ deletions: _, ...observation }) => {
      const { lesson, count, firstSeenAt, lastSeenAt } = observation;
      return {
        ...observation,
        observed: {
          count,
          days: wholeDays(firstSeenAt, lastSeenAt),
          isGood: observation.qualityOk,
          isReady: lesson.stage.status !== "candidate",
          ...neededFor(lesson.kind),
        },
        attention: attention.get(lesson.id) ?? [],
      };
    })
    .toSorted(({ lesson: one }, { lesson: other }) => bySureness(one, other));
}

/** What is looked at to say whether a person should look, too. */
export interface AttendedObservation {
  readonly lesson: Pick<ObservedLesson, "id" | "kind" | "confidence">;
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
  const say = ({ lesson: { id } }: AttendedObservation, reason: string) =>
    reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  for (const observation of observations) {
    const { lesson, missingFiles, count } = observation;
    if (missingFiles.length > 0)
      say(observation, `names missing paths: ${missingFiles.slice(0, 3).join(", ")}`);
    if (count >= manySightings && lesson.confidence < doubtful)
      say(observation, `seen ${count} times, but its confidence is still ${lesson.confidence}`);
  }
  for (const kind of observedKinds) {
    const ofKind = observations.filter(({ lesson }) => lesson.kind === kind);
    const surplus = ofKind.toSorted(surestFirst).slice(softCap);
    for (const each of surplus)
      say(each, `is one of ${ofKind.length} of its kind; ${softCap} are enough`);
  }
  return reasons;
}

const manySightings = 5;
const doubtful = 0.5;

/** At equal sureness the one that was seen more often comes first, then the older one. */
function surestFirst(one: AttendedObservation, other: AttendedObservation): number {
  const isEqual = one.lesson.confidence === other.lesson.confidence;
  if (isEqual && one.count !== other.count) return other.count - one.count;
  return bySureness(one.lesson, other.lesson);
}

type Sure = Pick<ObservedLesson, "id" | "confidence">;

function bySureness(one: Sure, other: Sure): number {
  return other.confidence - one.confidence || (one.id < other.id ? -1 : 1);
}
