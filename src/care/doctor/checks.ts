import { checkBlunt } from "./check-blunt.ts";
import { checkCache } from "./check-cache.ts";
import { checkCalls } from "./check-calls.ts";
import { checkConfig } from "./check-config.ts";
import { checkContradictions } from "./check-contradictions.ts";
import { checkDeliveries } from "./check-deliveries.ts";
import { checkDisk } from "./check-disk.ts";
import { checkDuplicates } from "./check-duplicates.ts";
import { checkHistory } from "./check-history.ts";
import { checkHookFiles } from "./check-hook-files.ts";
import { checkHookLog } from "./check-hook-log.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkLogs } from "./check-logs.ts";
import { checkNode } from "./check-node.ts";
import { checkPathOnly } from "./check-path-only.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkPermissions } from "./check-permissions.ts";
import { checkReach } from "./check-reach.ts";
import { checkRegistration } from "./check-registration.ts";
import { checkSilence } from "./check-silence.ts";
import { checkSlow } from "./check-slow.ts";
import { checkStore } from "./check-store.ts";
import { checkStoreLinks } from "./check-store-links.ts";
import type { Area, Examined } from "./finding.ts";
import type { Checkup } from "./checkup.ts";

export interface Check {
  readonly area: Area;
  readonly name: string;
  readonly look: (checkup: Checkup) => Examined | Promise<Examined>;
}

/** In the order of the report, and of the fixes. */
export const checks: readonly Check[] = [
  { area: "home", name: "permissions", look: checkPermissions },
  { area: "home", name: "config", look: checkConfig },
  { area: "home", name: "disk", look: checkDisk },
  { area: "home", name: "leftovers", look: checkLeftovers },
  { area: "store", name: "store", look: checkStore },
  { area: "store", name: "store-links", look: checkStoreLinks },
  { area: "hook", name: "registration", look: checkRegistration },
  { area: "hook", name: "hook-files", look: checkHookFiles },
  { area: "hook", name: "node", look: checkNode },
  { area: "delivery", name: "silence", look: checkSilence },
  { area: "delivery", name: "calls", look: checkCalls },
  { area: "delivery", name: "deliveries", look: checkDeliveries },
  { area: "delivery", name: "hook-log", look: checkHookLog },
  { area: "compiled", name: "cache", look: checkCache },
  { area: "logs", name: "logs", look: checkLogs },
  { area: "lessons", name: "patterns", look: checkPatterns },
  { area: "lessons", name: "slow", look: checkSlow },
  { area: "lessons", name: "blunt", look: checkBlunt },
  { area: "lessons", name: "reach", look: checkReach },
  { area: "lessons", name: "history", look: checkHistory },
  { area: "lessons", name: "path-only", look: checkPathOnly },
  { area: "lessons", name: "contradictions", look: checkContradictions },
  { area: "lessons", name: "duplicates", look: checkDuplicates },
];
