import type { Lesson } from "../../lesson/record/lesson.ts";
import { promotionCount, thresholds } from "../../lesson/score/repetition.ts";
import { needsAttention } from "./needs-attention.ts";
import { observationsIn, type StoredObservation } from "./observations.ts";
import { fileFacts } from "../file-facts.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import type { LearningSettings } from "./learning-settings.ts";

/** An observation with what it still takes, and why a person should look at it. */
export interface ListedObservation extends Omit<StoredObservation, "archivedBecause"> {
  /** The count that the formula calls certain, and the one that really promotes. */
  readonly required: number;
  readonly promotesAt: number;
  /** Whole days from the first to the last sighting, and how many it takes. */
  readonly days: number;
  readonly spreadDays: number;
  readonly attention: readonly string[];
}

export interface ObservationQuery {
  readonly place: Pick<LearningPlace, "root" | "scope">;
  readonly settings: Pick<LearningSettings, "softCap">;
  /** The user's home directory. */
  readonly userHome: string;
}

/** The observations of a project that are not archived, the surest first. */
export function listObservations(
  { database }: Pick<Context, "database">,
  { place, settings, userHome }: ObservationQuery,
): readonly ListedObservation[] {
  const stored = observationsIn(database, [place.scope]).filter(
    ({ lesson }) => lesson.stage.status !== "archived",
  );
  const missingFiles = fileFacts(database, () => [place.root], userHome);
  const attention = needsAttention(
    stored.map(({ lesson, count }) => ({
      id: lesson.id,
      kind: lesson.kind,
      confidence: lesson.confidence,
      count,
      missingFiles: missingFiles(lesson),
    })),
    settings,
  );
  return stored
    .map(({ archivedBecause: _, ...observation }) => {
      const { kind, id } = observation.lesson;
      return {
        ...observation,
        required: thresholds[kind].required,
        promotesAt: promotionCount(kind),
        days: wholeDays(observation),
        spreadDays: thresholds[kind].spreadDays,
        attention: attention.get(id) ?? [],
      };
    })
    .toSorted((one, other) => bySureness(one.lesson, other.lesson));
}

const dayMs = 86_400_000;

function wholeDays({ firstSeenAt, lastSeenAt }: SeenTimes): number {
  return Math.floor((Date.parse(lastSeenAt) - Date.parse(firstSeenAt)) / dayMs);
}

type SeenTimes = Pick<StoredObservation, "firstSeenAt" | "lastSeenAt">;

function bySureness(one: Lesson, other: Lesson): number {
  return other.confidence - one.confidence || (one.id < other.id ? -1 : 1);
}
