import * as z from "zod";
import type { Bodies } from "../../lesson/record/body.ts";
import { bodySchemas, line, summary } from "../../lesson/schema.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { isRecord, recordsAt } from "../../platform/json/fields.ts";
import { objectsInText } from "../../platform/json/parse.ts";
import type { KnownObservation } from "./build-prompt.ts";
import type { FoundObservation } from "./keep-observations.ts";
import { isCleared, type StoredObservation } from "./observations.ts";
import type { BatchSession } from "./read-session.ts";

/** Nothing of it can be used. */
export interface BadAnswer {
  /** What is wrong with it, in words. */
  readonly problem: string;
  /** How many of its observations do not fit. */
  readonly refused: number;
}

export interface GoodAnswer {
  readonly observations: readonly AnsweredObservation[];
  /** Those that do not fit, while others do. */
  readonly refused: readonly RefusedObservation[];
}

interface RefusedObservation {
  readonly problem: string;
  /** The sessions that it is about: all where it does not say. */
  readonly sessions: readonly number[];
}

/**
 * Reads an answer: the one JSON object with `observations`. None at all is a good answer. What does not fit is refused, and the
 * rest is taken: each observation is judged by itself, and by a person in the end.
 */
export function readAnswer(said: string, sessionCount: number): GoodAnswer | BadAnswer {
  const found = findAnswer(said);
  if ("problem" in found) return { ...found, refused: 0 };
  const open = openLearningAnswerSchema.safeParse(found.answer);
  if (!open.success)
    return { problem: describeIssues(open.error).slice(0, 5).join("; "), refused: 0 };

  const observations: AnsweredObservation[] = [];
  const refused: RefusedObservation[] = [];
  for (const [index, item] of open.data.observations.entries()) {
    const checked = observationSchema.safeParse(item);
    const problem = checked.success
      ? sessionProblem(checked.data, sessionCount)
      : describeIssues(checked.error).slice(0, 3).join("; ");
    if (checked.success && problem === undefined) observations.push(checked.data);
    else
      refused.push({
        problem: `observation ${index + 1}: ${problem}`,
        sessions: sessionsOf(item, sessionCount),
      });
  }
  const isUsable = observations.length > 0 || refused.length === 0;
  return isUsable
    ? { observations, refused }
    : { problem: problemsIn(refused), refused: refused.length };
}

/** What was wrong, in one line. */
export function problemsIn(refused: GoodAnswer["refused"]): string {
  return refused
    .slice(0, 5)
    .map(({ problem }) => problem)
    .join("; ");
}

/** The sessions that an observation names that does not fit. */
function sessionsOf(item: unknown, sessionCount: number): readonly number[] {
  const all = Array.from({ length: sessionCount }, (_, index) => index + 1);
  const said = isRecord(item) ? recordsAt(item, "sessions") : [];
  const named = all.filter((number) => said.some((each) => each["number"] === number));
  return named.length === 0 ? all : named;
}

/** Many times what the instructions ask for. */
const longestAnswer = 400_000;

function findAnswer(said: string): { readonly answer: unknown } | { readonly problem: string } {
  if (said.length > longestAnswer) {
    return { problem: `it is longer than ${longestAnswer} characters` };
  }
  const answers = new Map<string, unknown>();
  for (const value of objectsInText(said, 4 * longestAnswer)) {
    if (isRecord(value) && Array.isArray(value["observations"])) {
      answers.set(JSON.stringify(value), value);
    }
  }
  if (answers.size > 1) return { problem: "it has two different answers" };
  for (const answer of answers.values()) return { answer };
  return { problem: "it has no JSON object with observations" };
}

/** A session that was not shown cannot have been seen. */
function sessionProblem(
  { sessions }: AnsweredObservation,
  sessionCount: number,
): string | undefined {
  const stranger = sessions.find(({ number }) => number > sessionCount);
  return stranger && `there is no session ${stranger.number}`;
}

const mostObservations = 20;
/** More sessions than that are never asked about at once. */
const mostSessions = 100;
const longestBody = 8000;

const fields = {
  summary,
  quality_ok: z
    .boolean()
    .describe("specific, actionable, and of the right scope: all three, by the model's judgement"),
  sessions: z
    .array(
      z.strictObject({
        number: z.int().min(1).max(mostSessions),
        quote: line.max(400).exactOptional().describe("the person's own words"),
      }),
    )
    .min(1, "needs at least one session")
    .max(mostSessions),
  same: z
    .string()
    .regex(/^O\d{1,4}$/, "must be a name such as O3")
    .exactOptional()
    .describe("the name of the known observation that this one is in other words"),
};

function of<K extends ObservedKind>(kind: K, body: z.ZodType<Bodies[K]>) {
  const bounded = body.refine(
    (value) => JSON.stringify(value).length <= longestBody,
    `is too large: at most ${longestBody} characters`,
  );
  return z.strictObject({ kind: z.literal(kind), body: bounded, ...fields });
}

/** What it does not name it cannot say: no slug, no path, no state, no priority. */
export const observationSchema = z.discriminatedUnion(
  "kind",
  [
    of("workflow", bodySchemas.workflow),
    of("procedure", bodySchemas.procedure),
    of("decision", bodySchemas.decision),
    of("pitfall", bodySchemas.pitfall),
  ],
  {
    error: ({ code }) =>
      code === "invalid_union" ? `must be one of ${observedKinds.join(", ")}` : undefined,
  },
);

/** One thing that a model found in the sessions that it was shown. */
export type AnsweredObservation = z.output<typeof observationSchema>;

const envelope = {
  $schema: z.string().exactOptional(),
  type: z.literal("lessons-learning-answer").exactOptional(),
  version: z.literal(1).exactOptional(),
  promptVersion: z.int().min(1).exactOptional().describe("of the instructions that it got"),
};

/** What a model answers when `lessons learn run` asks it. */
export const learningAnswerSchema = z.strictObject({
  ...envelope,
  observations: z.array(observationSchema).max(mostObservations),
});

/** The same before its observations were looked at: one bad one must not take the others along. */
const openLearningAnswerSchema = z.strictObject({
  ...envelope,
  observations: z.array(z.unknown()).max(mostObservations),
});

/** What a model is shown as known: those seen last. Also archived ones, so that they are not found anew. */
export function knownNames(
  observations: readonly StoredObservation[],
): readonly KnownObservation[] {
  return observations
    .filter(({ lesson }) => !isCleared(lesson))
    .toSorted((one, other) => (one.lastSeenAt > other.lastSeenAt ? -1 : 1))
    .slice(0, mostKnown)
    .map(({ lesson }, index) => ({
      name: `O${index + 1}`,
      id: lesson.id,
      kind: lesson.kind,
      summary: lesson.summary,
    }));
}

const mostKnown = 200;

/** What was answered, with the sessions that are meant by numbers and the lessons that are meant by names. */
export function foundObservations(
  answered: readonly AnsweredObservation[],
  sessions: readonly BatchSession[],
  { known, projectId }: { readonly known: readonly KnownObservation[]; readonly projectId: string },
): readonly FoundObservation[] {
  return answered.map((observation) => {
    const sameAs = known.find(({ name }) => name === observation.same)?.id;
    const sightings = observation.sessions.flatMap(({ number, quote }) => {
      const entry = sessions[number - 1]?.entry;
      if (entry === undefined) return [];
      const { agent, sessionId, endedAt } = entry;
      return [{ is: "sighting", agent, sessionId, projectId, seenAt: endedAt, quote } as const];
    });
    return { answered: observation, sightings, sameAs };
  });
}
