import { explorationRules, workRules } from "./work-and-exploration.ts";
import { flagsAndUsageRules, shellDialectRules } from "./flags-and-usage.ts";
import { gitAndHostingRules, workingDirectoryRules } from "./place-and-repository.ts";
import { harnessSlipRules, hookAndPolicyRules } from "./harness-slips.ts";
import { credentialRules, hangRules, networkRules, transientRules } from "./network-and-access.ts";
import { sandboxRules, shellEnvironmentRules } from "./shell-environment.ts";
import type { FailureRule } from "./failure-rule.ts";

/** In the order in which they are tried. */
export const failureRules: readonly FailureRule[] = [
  ...harnessSlipRules,
  ...hookAndPolicyRules,
  ...hangRules,
  ...shellEnvironmentRules,
  ...workingDirectoryRules,
  ...shellDialectRules,
  ...flagsAndUsageRules,
  ...sandboxRules,
  ...networkRules,
  ...gitAndHostingRules,
  ...credentialRules,
  ...transientRules,
  ...workRules,
  ...explorationRules,
];
