import * as z from "zod";
import { retirements, upkeepDefaults } from "./upkeep-settings.ts";
import { observedKinds } from "../../lesson/score/repetition.ts";

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
  learning: z
    .strictObject({
      enabled: deliverySetting(z.boolean().default(false), {
        about: "Whether a model of yours looks for ways of working in sessions that have ended",
        example: true,
      }),
      program: setting(z.enum(["claude", "codex", "gemini"]).default("claude"), {
        about: "The agent's program that is asked, with the account that it is signed in to",
        example: "codex",
        // A repository that was cloned must not decide what is started.
        isUserOnly: true,
      }),
      model: setting(modelName().default("sonnet"), {
        about:
          "The model that is asked; other programs than claude take their own instead of sonnet",
        example: "haiku",
        // What costs is this person's to say; a project has .memory/learning.json to make it cheaper.
        isUserOnly: true,
      }),
      batchSize: setting(z.int().min(1).max(10).default(3), {
        about:
          "How many sessions are looked at in one run; 3 becomes 5 from 15 observations of the project on",
        example: 5,
        isUserOnly: true,
      }),
      dailyCap: setting(z.int().min(0).max(50).default(5), {
        about: "Most runs a day for each project; 0 is none",
        example: 2,
        isUserOnly: true,
      }),
      softCap: setting(z.int().min(1).max(1000).default(50), {
        about: "From how many observations of a kind on those that are least sure need attention",
        example: 20,
      }),
      autoActivate: setting(z.array(z.enum(observedKinds)).max(4).default([]), {
        about:
          "Kinds whose observations become active by themselves once they are reviewed, and are rendered into their project",
        example: ["decision"],
        isUserOnly: true,
      }),
      debug: setting(z.boolean().default(false), {
        about: "Whether the log of learning says every step, and keeps answers that were refused",
        example: true,
      }),
    })
    .prefault({}),
  gates: z
    .strictObject({
      required: setting(z.array(z.string().min(1).max(200)).max(100).default([]), {
        about:
          "Gates and bundles that a lesson must have passed, or only been warned of, before it is promoted",
        example: ["lesson/trigger-precise"],
        // A repository that was cloned must not decide what this person lets pass.
        isUserOnly: true,
      }),
    })
    .prefault({}),
  render: z
    .strictObject({
      otherAgents: setting(z.boolean().default(false), {
        about:
          "Whether skills and the index of knowledge are also rendered where Codex, Gemini CLI and OpenCode look",
        example: true,
      }),
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
  upkeep: z
    .strictObject({
      daily: upkeepSetting(z.boolean().default(upkeepDefaults.daily), {
        about:
          "Whether upkeep looks at the lessons once a day, behind a scan that starts by itself",
        example: false,
      }),
      drafts: retirement(
        upkeepDefaults.drafts,
        "candidates that nobody has touched or seen again for draftExpiryDays",
      ),
      draftExpiryDays: upkeepSetting(
        z.int().min(1).max(3650).default(upkeepDefaults.draftExpiryDays),
        { about: "After how many untouched days a candidate is an old draft", example: 60 },
      ),
      expired: retirement(upkeepDefaults.expired, "lessons whose validUntil has passed"),
      superseded: retirement(
        upkeepDefaults.superseded,
        "lessons that another active lesson replaces",
      ),
      unhelpful: retirement(
        upkeepDefaults.unhelpful,
        "active lessons that are mostly overruled or called not helpful",
      ),
      unhelpfulShare: upkeepSetting(fraction().default(upkeepDefaults.unhelpfulShare), {
        about: "Above which share of its deliveries a lesson counts as unhelpful",
        example: 0.3,
      }),
      unhelpfulLeast: upkeepSetting(
        z.int().min(1).max(1000).default(upkeepDefaults.unhelpfulLeast),
        { about: "How often that must have happened at least", example: 5 },
      ),
      neverMatched: upkeepSetting(z.boolean().default(upkeepDefaults.neverMatched), {
        about: "Whether upkeep marks active lessons that fired at no call for neverMatchedDays",
        example: false,
      }),
      neverMatchedDays: upkeepSetting(
        z.int().min(1).max(3650).default(upkeepDefaults.neverMatchedDays),
        { about: "For how many days a lesson may fire at nothing", example: 180 },
      ),
      missingFiles: upkeepSetting(z.boolean().default(upkeepDefaults.missingFiles), {
        about: "Whether upkeep marks lessons that name files which their project no longer has",
        example: false,
      }),
      deadTriggers: upkeepSetting(z.boolean().default(upkeepDefaults.deadTriggers), {
        about: "Whether upkeep marks active lessons whose trigger can no longer fire",
        example: false,
      }),
      inflation: upkeepSetting(z.boolean().default(upkeepDefaults.inflation), {
        about: "Whether upkeep says when more than half of the active lessons are CRITICAL",
        example: false,
      }),
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

/** What becomes of a person's lessons is not for a repository to say. */
function upkeepSetting<Schema extends z.ZodType>(schema: Schema, about: SettingNotes): Schema {
  return setting(schema, { ...about, isUserOnly: true });
}

/** Every rule that can archive may be switched off, or only propose. */
function retirement(usual: (typeof retirements)[number], finds: string) {
  return upkeepSetting(z.enum(retirements).default(usual), {
    about: `What upkeep does with ${finds}: nothing, propose to archive, or archive`,
    example: usual === "archive" ? "propose" : "archive",
  });
}

function weight(amount: number, about: string) {
  return setting(z.number().min(-10).max(10).default(amount), { about, example: amount + 1 });
}

/** Handed to a program as one word behind a flag. */
function modelName() {
  return z.string().regex(/^[\w][\w.:@/+[\]-]{0,99}$/, "must be the name of a model");
}

function fraction() {
  return z.number().min(0).max(1);
}

/** Every detector can be switched off. */
function enabled(finds: string) {
  const about = `Whether scans look for ${finds}`;
  return { enabled: setting(z.boolean().default(true), { about, example: false }) };
}
