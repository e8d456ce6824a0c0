import * as z from "zod";
import type { Bodies } from "../../lesson/record/body.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import { bodySchemas, line, summary } from "../../lesson/schema.ts";

/** One thing that a model found in the sessions that it was shown. */
export type AnsweredObservation = { [K in ObservedKind]: AnsweredOf<K> }[ObservedKind];

interface AnsweredOf<K extends ObservedKind> {
  readonly kind: K;
  readonly summary: string;
  readonly body: Bodies[K];
  readonly quality_ok: boolean;
  /** By the numbers that the question gave them. */
  readonly sessions: readonly { readonly number: number; readonly quote?: string }[];
  /** The name of an observation that the question named as known. */
  readonly same?: string;
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
export const observationSchema: z.ZodType<AnsweredObservation> = z.discriminatedUnion(
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
export const openLearningAnswerSchema = z.strictObject({
  ...envelope,
  observations: z.array(z.unknown()).max(mostObservations),
});
