import { defaultPriorityWeights } from "../../lesson/score/observed-signals.ts";
import { upkeepDefaults } from "./upkeep-settings.ts";
import type { Config } from "./schema.ts";
import { detectorDefaults } from "./detector-settings.ts";

/**
 * What holds when nobody has said anything, which is how most commands start. It stands here apart from
 * the schema so that they need not load a validator to learn it; a test compares the two.
 */
export const configDefaults: Config = {
  type: "lessons-config",
  version: 1,
  injectionBudgetBytes: 4096,
  maxLessonsPerInjection: 3,
  minConfidence: 0.5,
  minPriority: 1,
  compactionReinjectionThreshold: 7,
  relevanceThreshold: 0.7,
  dedupeScope: "session",
  protocol: "full",
  debugComment: false,
  cliIntelThreshold: 5,
  scanPaths: [],
  autoScanIntervalHours: 24,
  maxCandidatesPerScan: 50,
  scoring: defaultPriorityWeights,
  learning: {
    enabled: false,
    program: "claude",
    model: "sonnet",
    batchSize: 3,
    dailyCap: 5,
    softCap: 50,
    autoActivate: [],
    debug: false,
  },
  gates: { required: [] },
  render: { otherAgents: false },
  detectors: detectorDefaults,
  upkeep: upkeepDefaults,
};
