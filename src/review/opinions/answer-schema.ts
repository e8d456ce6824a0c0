import * as z from "zod";
import {
  confidence,
  line,
  priority,
  slug,
  someTriggers,
  summary,
  tags,
  text,
} from "../../lesson/schema.ts";

/** The most that one answer may hold: more candidates than a model can weigh in one go. */
const mostOpinions = 500;
const mostPatterns = 10;

export const noiseCategories = ["duplicate", "near-duplicate", "situational", "noise"] as const;

/** The slug will do as well. */
const name = z.string().min(1).max(100).describe("the id of the candidate, as it was given");

/** Short enough that what it is about can be put in front of it. */
const reason = line.max(400);

const { shape } = someTriggers;
const triggers = someTriggers.extend({
  commandPatterns: shape.commandPatterns.unwrap().max(mostPatterns).exactOptional(),
  pathPatterns: shape.pathPatterns.unwrap().max(mostPatterns).exactOptional(),
  contentPatterns: shape.contentPatterns.unwrap().max(mostPatterns).exactOptional(),
});

/** The fields that are to be different; what is not named stays. Which fields a body has depends on the lesson, so they are judged with it. */
const changes = z.strictObject({
  summary: summary.exactOptional(),
  body: z.record(z.string(), z.union([text, z.array(text).max(100)])).exactOptional(),
  triggers: triggers.exactOptional(),
  tags: tags.exactOptional(),
  priority: priority.exactOptional(),
  confidence: confidence.exactOptional(),
});

/**
 * What a model thinks of one candidate. What it does not name it cannot change, and there is no opinion that makes a
 * lesson active, holds a call or changes its scope: those are a person's.
 */
export const opinionSchema = z.discriminatedUnion("verdict", [
  z.strictObject({
    verdict: z.literal("keep"),
    id: name,
    reason,
    changes: changes.exactOptional(),
    // It is worth keeping, and nobody has said yet what to do about it.
    needsHumanFix: z.boolean().exactOptional(),
  }),
  z.strictObject({
    verdict: z.literal("expand_existing"),
    id: name,
    expands: slug.describe("the slug of the lesson in use that it adds a case to"),
    reason,
    changes: changes.exactOptional(),
  }),
  z.strictObject({
    verdict: z.literal("archive"),
    id: name,
    because: z.enum(noiseCategories),
    reason,
  }),
  z.strictObject({ verdict: z.literal("abstain"), id: name, reason: reason.exactOptional() }),
]);

export type Opinion = z.infer<typeof opinionSchema>;
export type OpinionChanges = z.infer<typeof changes>;

const envelope = {
  $schema: z.string().exactOptional(),
  type: z.literal("lessons-review-answer").exactOptional(),
  version: z.literal(1).exactOptional(),
  model: line.exactOptional().describe("which model answers"),
  promptVersion: z.int().min(1).exactOptional().describe("of the instructions that it got"),
};

/** What a model answers to `lessons review --prepare`. */
export const reviewAnswerSchema = z.strictObject({
  ...envelope,
  items: z.array(opinionSchema).max(mostOpinions),
});

/** The same before its items were looked at: one bad item must not take the others along. */
export const openAnswerSchema = z.strictObject({
  ...envelope,
  items: z.array(z.unknown()).max(mostOpinions),
});
