import type { LessonId } from "../../lesson/record/lesson.ts";
import type { KnownObservation } from "./build-prompt.ts";
import type { StoredObservation } from "./observations.ts";
import type { AnsweredObservation } from "./answer-schema.ts";
import { clearedReason } from "./clear-observations.ts";
import type { FoundObservation } from "./keep-observations.ts";
import type { BatchSession } from "./read-batch.ts";

/** An observation under the name that one question gives it. */
export interface NamedObservation extends KnownObservation {
  readonly id: LessonId;
}

/** What a model is told to be known: those seen last. Also archived ones, so that they are not found anew. */
export function knownNames(
  observations: readonly StoredObservation[],
): readonly NamedObservation[] {
  return observations
    .filter(
      ({ lesson: { stage } }) => !(stage.status === "archived" && stage.because === clearedReason),
    )
    .toSorted((one, other) => (one.lastSeenAt > other.lastSeenAt ? -1 : 1))
    .slice(0, mostKnown)
    .map(({ lesson: { id, kind, summary } }, index) => ({
      name: `O${index + 1}`,
      id,
      kind,
      summary,
    }));
}

const mostKnown = 200;

/** What was answered, with the sessions that are meant by numbers and the lessons that are meant by names. */
export function foundObservations(
  answered: readonly AnsweredObservation[],
  sessions: readonly BatchSession[],
  { known, projectId }: { readonly known: readonly NamedObservation[]; readonly projectId: string },
): readonly FoundObservation[] {
  return answered.map((observation) => {
    const sameAs = known.find(({ name }) => name === observation.same)?.id;
    const sightings = observation.sessions.flatMap(({ number, quote }) => {
      const entry = sessions[number - 1]?.entry;
      if (entry === undefined) return [];
      const { agent, sessionId, endedAt } = entry;
      const said = quote === undefined ? {} : { quote };
      return [{ is: "sighting", agent, sessionId, projectId, seenAt: endedAt, ...said } as const];
    });
    return { answered: observation, sightings, ...(sameAs === undefined ? {} : { sameAs }) };
  });
}
