import * as z from "zod";

// First, because the schema below fills it while it is made.
const notes = z.registry<SettingNotes>();

/** The settings, their bounds, defaults and what they are for. The published JSON Schema and the docs come from here. */
export const configSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  type: z.literal("lessons-config").default("lessons-config"),
  version: z.literal(1).default(1),

  injectionBudgetBytes: deliverySetting(z.int().min(256).max(65_536).default(4096), {
    about: "Most bytes of lessons that one tool call gets",
    example: 2048,
  }),
  maxLessonsPerInjection: deliverySetting(z.int().min(1).max(20).default(3), {
    about: "Most lessons that one tool call gets",
    example: 2,
  }),
  minConfidence: deliverySetting(fraction().default(0.5), {
    about: "Lessons below it are kept, but not delivered; approving one raises it to this",
    example: 0.6,
  }),
  minPriority: deliverySetting(z.int().min(1).max(10).default(1), {
    about: "Lessons below it are kept, but not delivered",
    example: 4,
  }),
  compactionReinjectionThreshold: deliverySetting(z.int().min(1).max(10).default(7), {
    about: "From this priority on a lesson may come again after the agent compacted its context",
    example: 9,
  }),
  relevanceThreshold: deliverySetting(fraction().default(0.7), {
    about: "How well a lesson must fit a call to be delivered there",
    example: 0.9,
  }),
  dedupeScope: deliverySetting(z.enum(["session", "agent"]).default("session"), {
    about: "Whether a lesson comes once per session, or once for each agent in it",
    example: "agent",
  }),
  protocol: deliverySetting(z.enum(["off", "short", "full"]).default("full"), {
    about: "How much agents are told at the start about reporting what they learn",
    example: "short",
  }),
  debugComment: deliverySetting(z.boolean().default(false), {
    about: "Whether a comment behind the lessons names what was delivered and what did not fit",
    example: true,
  }),
  cliIntelThreshold: deliverySetting(z.int().min(0).max(1000).default(5), {
    about: "From how many active lessons on a tool gets a skill of its own; 0 switches that off",
    example: 8,
  }),
  scanPaths: setting(z.array(z.string().min(1)).max(100).default([]), {
    about: "Folders with session logs, besides those where each agent keeps its own",
    example: ["~/old-logs/.claude/projects"],
    // A repository that was cloned must not decide which files of this machine are read.
    isUserOnly: true,
  }),
  autoScanIntervalHours: deliverySetting(z.number().min(0).max(8760).default(24), {
    about: "Hours between two scans that start by themselves; 0 switches them off",
    example: 6,
  }),
  maxCandidatesPerScan: setting(z.int().min(1).max(10_000).default(50), {
    about: "How many candidates a scan shows; all are stored",
    example: 20,
  }),
  scoring: z
    .strictObject({
      multiSessionBonus: weight(2, "Added to the priority when seen in two or more sessions"),
      multiProjectBonus: weight(1, "Added when seen in two or more projects"),
      hangTimeoutBonus: weight(1, "Added when it caused a hang or a timeout"),
      dataLossBonus: weight(1, "Added when it lost data or failed silently"),
      userCorrectionBonus: weight(1, "Added when the user corrected the agent"),
      fixConfirmedBonus: weight(1, "Added when the correction was followed by success"),
      singleOccurrencePenalty: weight(-1, "Added when it was seen only once"),
    })
    .prefault({}),
  detectors: z
    .strictObject({
      reports: z
        .strictObject(enabled("`#lesson` tags and `[PROCESS_KNOWLEDGE]` blocks of the agent"))
        .prefault({}),
      errorCorrection: z
        .strictObject({
          ...enabled("calls that failed for a reason that comes back"),
          fixWithinCalls: setting(z.int().min(1).max(200).default(20), {
            about: "How many calls later a changed call still counts as the fix",
            example: 10,
          }),
        })
        .prefault({}),
      retryLoop: z
        .strictObject({
          ...enabled("the same call failing again and again"),
          minAttempts: setting(z.int().min(2).max(20).default(3), {
            about: "From how many failures on it is a loop",
            example: 4,
          }),
        })
        .prefault({}),
      hang: z.strictObject(enabled("calls that the user says hang")).prefault({}),
      userCorrection: z
        .strictObject({
          ...enabled("corrections by the user"),
          minWords: setting(z.int().min(1).max(50).default(2), {
            about: "Messages with fewer words are no corrections",
            example: 4,
          }),
        })
        .prefault({}),
      rejection: z.strictObject(enabled("calls that the user rejected with a reason")).prefault({}),
      explicitLesson: z
        .strictObject({
          ...enabled("lessons that somebody says outright or has written to a memory file"),
          memoryWithinCalls: setting(z.int().min(1).max(200).default(15), {
            about:
              "How many calls after the user spoke a write to a memory file counts as their lesson",
            example: 5,
          }),
        })
        .prefault({}),
      selfDiagnosis: z
        .strictObject({
          ...enabled("the agent naming the cause of a failure"),
          withinCalls: setting(z.int().min(0).max(200).default(5), {
            about: "How many calls after the failure it still speaks of it",
            example: 2,
          }),
        })
        .prefault({}),
      repeatedMistake: z
        .strictObject({
          ...enabled("failures that mean little alone and come back in other sessions"),
          minSessions: setting(z.int().min(2).max(100).default(2), {
            about: "In how many sessions such a failure must be seen",
            example: 3,
          }),
        })
        .prefault({}),
    })
    .prefault({}),
});

/** Every setting with its value. */
export type Config = z.output<typeof configSchema>;

export interface SettingNotes {
  readonly about: string;
  readonly example: unknown;
  readonly isUserOnly?: boolean;
}

/** What is known about a setting beyond its bounds. */
export function settingNotes(schema: z.core.$ZodType): SettingNotes | undefined {
  return notes.get(schema);
}

function setting<Schema extends z.ZodType>(schema: Schema, about: SettingNotes): Schema {
  const described = schema.describe(about.about);
  notes.add(described, about);
  return described;
}

/**
 * Hooks know the settings that the user's own file had at the last compilation. In a project's file such a
 * setting would have no effect, so it is refused there.
 */
function deliverySetting<Schema extends z.ZodType>(schema: Schema, about: SettingNotes): Schema {
  return setting(schema, { ...about, isUserOnly: true });
}

function weight(amount: number, about: string) {
  return setting(z.number().min(-10).max(10).default(amount), { about, example: amount + 1 });
}

function fraction() {
  return z.number().min(0).max(1);
}

/** Every detector can be switched off. */
function enabled(finds: string) {
  const about = `Whether scans look for ${finds}`;
  return { enabled: setting(z.boolean().default(true), { about, example: false }) };
}
