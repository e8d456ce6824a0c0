import * as z from "zod";
import { kinds } from "../../lesson/record/body.ts";
import { deliveries } from "../../lesson/record/lesson.ts";
import { injectionPoints } from "../../lesson/record/triggers.ts";

/** `cache/lesson-cache.json`: active lessons made ready for the hook, which compiles nothing and looks nothing up. */
export const cacheSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  type: z.literal("lessons-cache"),
  version: z.literal(1),
  generatedAt: z.iso.datetime(),
  /** The settings at that time: the hook does not read config.json. */
  config: z.strictObject({
    injectionBudgetBytes: z.int().min(1),
    maxLessonsPerInjection: z.int().min(1),
    relevanceThreshold: z.int().min(0).max(1000).describe("in thousandths"),
    minConfidence: z.number().min(0).max(1),
    minPriority: z.int().min(1).max(10),
    compactionReinjectionThreshold: z.int().min(1).max(10),
    dedupeScope: z.enum(["session", "agent"]),
    protocol: z.enum(["off", "short", "full"]),
    debugComment: z.boolean(),
    notify: z.enum(["off", "holds", "all"]),
    withError: z.boolean(),
    autoScanIntervalHours: z.number().min(0),
    // Only where it is switched on: what starts at the end of a session then needs the agent's whole environment.
    isLearning: z.literal(true).optional(),
  }),
  lessons: z.record(
    z.string().describe("the lesson's id"),
    z.strictObject({
      slug: z.string(),
      kind: z.enum(kinds),
      priority: z.int().min(1).max(10),
      confidence: z.number().min(0).max(1),
      scope: z.string(),
      delivery: z.enum(deliveries),
      injectOn: z.array(z.enum(injectionPoints)),
      toolNames: z.array(z.string()),
      commandPatterns: z.array(regexSource()),
      pathPatterns: z.array(regexSource()),
      contentPatterns: z.array(regexSource()),
      actionKeywords: z.array(z.string()),
      contextKeywords: z.array(z.string()),
      workflowNames: z.array(z.string()),
      isWorkflowBonus: z.boolean().optional(),
      validFrom: z.iso.datetime().optional(),
      conditions: z.record(z.string(), z.array(z.union([z.string(), regexSource()]))).optional(),
      tags: z.array(z.string()),
      /** The whole text, and what is left of it when the budget is short. */
      text: z.string(),
      shortText: z.string(),
      /** One line for the person. */
      notice: z.string(),
      fix: z.strictObject({ from: z.string(), to: z.string(), said: z.string() }).optional(),
      /** The line that comes with an error, and what in the error shows that it is meant. */
      hint: z.string().optional(),
      messagePatterns: z.array(regexSource()).optional(),
      messageWords: z.array(z.string()).optional(),
      isUnproven: z.boolean().optional().describe("not every pattern is known to be fast"),
    }),
  ),
});

function regexSource() {
  // With the glob that it was, where it was one.
  return z.strictObject({ source: z.string(), flags: z.string(), glob: z.string().optional() });
}
