import type { Config } from "../platform/configuration/settings.ts";
import type { DeliveryConfig } from "./compile/cache-index.ts";

/** The settings that delivery goes by, as the hook knows them. */
export function deliveryConfig(config: Config): DeliveryConfig {
  return {
    injectionBudgetBytes: config.injectionBudgetBytes,
    maxLessonsPerInjection: config.maxLessonsPerInjection,
    relevanceThreshold: Math.round(config.relevanceThreshold * 1000),
    minConfidence: config.minConfidence,
    minPriority: config.minPriority,
    compactionReinjectionThreshold: config.compactionReinjectionThreshold,
    dedupeScope: config.dedupeScope,
    protocol: config.protocol,
    debugComment: config.debugComment,
    notify: config.notify,
    withError: config.withError,
    autoScanIntervalHours: config.autoScanIntervalHours,
    isLearning: config.learning.enabled ? true : undefined,
  };
}
