import { dirname, join } from "node:path";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import {
  promotionCount,
  thresholds,
  observedKinds,
  type ObservedKind,
} from "../../lesson/score/repetition.ts";
import { observationsIn, type StoredObservation } from "./observations.ts";
import { fileFacts } from "../file-facts.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import type { LearningSettings } from "./learning-settings.ts";
import { projectFile } from "../index/project-file.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { ensurePrivateDirectory } from "../../platform/paths.ts";

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
function listObservations(
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

/** Lists the observations of a project, and notes how many need a person where a status line finds it. */
export function lookAtObservations(
  context: Pick<Context, "database">,
  home: string,
  query: ObservationQuery,
): readonly ListedObservation[] {
  const observations = listObservations(context, query);
  const count = observations.filter(({ attention }) => attention.length > 0).length;
  const file = join(home, projectFile(query.place.root, "attention"));
  ensurePrivateDirectory(dirname(file));
  writeFileAtomically(file, [`${count}\n`]);
  return observations;
}

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
    const surplus = ofKind.toSorted(surestFirst).slice(softCap);
    for (const { id } of surplus)
      say(id, `is one of ${ofKind.length} of its kind, and ${softCap} are enough`);
  }
  return reasons;
}

const manySightings = 5;
const doubtful = 0.5;

/** The surest first; at equal sureness the older one stays. */
function surestFirst(one: AttendedObservation, other: AttendedObservation): number {
  return (
    other.confidence - one.confidence || other.count - one.count || (one.id < other.id ? -1 : 1)
  );
}
