import {
  checkCache,
  checkCalls,
  checkDeliveries,
  checkHookLog,
  checkSilence,
} from "./delivery-checks.ts";
import type { Area, Checkup, Examined, OpenStore } from "./finding.ts";
import { checkConfig, checkDisk, checkLeftovers, checkPermissions } from "./home-checks.ts";
import { checkHookFiles, checkNode, checkRegistration } from "./hook-checks.ts";
import { checkLogs } from "./log-checks.ts";
import { checkContradictions, checkDuplicates } from "./overlap-checks.ts";
import { checkStore, checkStoreLinks } from "./store-checks.ts";
import {
  checkBlunt,
  checkHistory,
  checkPathOnly,
  checkPatterns,
  checkReach,
  checkSlow,
} from "./trigger-checks.ts";

/** A check that looks inside is only made where there is a store that can be opened. */
export type Check = {
  readonly area: Area;
  /** What its findings are called, unless they have a name of their own. */
  readonly name: string;
} & (
  | { readonly look: (checkup: Checkup) => Examined }
  | { readonly lookInside: (open: OpenStore, checkup: Checkup) => Examined | Promise<Examined> }
);

/** In the order of the report, and of the fixes. */
export const checks: readonly Check[] = [
  { area: "home", name: "permissions", look: checkPermissions },
  { area: "home", name: "config", look: checkConfig },
  { area: "home", name: "disk", look: checkDisk },
  { area: "home", name: "leftovers", look: checkLeftovers },
  { area: "store", name: "store", look: checkStore },
  { area: "store", name: "store-links", lookInside: checkStoreLinks },
  { area: "hook", name: "registration", look: checkRegistration },
  { area: "hook", name: "hook-files", look: checkHookFiles },
  { area: "hook", name: "node", look: checkNode },
  { area: "delivery", name: "silence", look: checkSilence },
  { area: "delivery", name: "calls", look: checkCalls },
  { area: "delivery", name: "deliveries", look: checkDeliveries },
  { area: "delivery", name: "hook-log", look: checkHookLog },
  { area: "compiled", name: "cache", lookInside: checkCache },
  { area: "logs", name: "logs", lookInside: checkLogs },
  { area: "lessons", name: "patterns", lookInside: checkPatterns },
  { area: "lessons", name: "slow", lookInside: checkSlow },
  { area: "lessons", name: "blunt", lookInside: checkBlunt },
  { area: "lessons", name: "reach", lookInside: checkReach },
  { area: "lessons", name: "history", lookInside: checkHistory },
  { area: "lessons", name: "path-only", lookInside: checkPathOnly },
  { area: "lessons", name: "contradictions", lookInside: checkContradictions },
  { area: "lessons", name: "duplicates", lookInside: checkDuplicates },
];
