/** Where a test proves that a setting does something. Who uses a setting adds its row. */
export interface ConfigEffect {
  readonly file: string;
  /** The name of the test. */
  readonly test: string;
}

export const configEffects: Readonly<Record<string, ConfigEffect>> = {
  "gates.runner": {
    file: "test/cli/gates-sweep.test.ts",
    test: "runner and model come from the settings, and another program needs a model of its own",
  },
  "gates.model": {
    file: "test/cli/gates-sweep.test.ts",
    test: "runner and model come from the settings, and another program needs a model of its own",
  },
  "gates.required": {
    file: "test/cli/gates-required.test.ts",
    test: "%s is refused while a required gate is missing, failed or stale, and goes through when it holds",
  },
  "render.otherAgents": {
    file: "test/render/render.test.ts",
    test: "with other agents switched on, skills are rendered where they look, and taking a copy away keeps the lesson",
  },
  privateHosts: {
    file: "test/scan/private-hosts.test.ts",
    test: "hosts that a person calls private are not kept",
  },
  minConfidence: {
    file: "src/lesson/move.test.ts",
    test: "approving raises the confidence to the one that is delivered, and says so in the breakdown",
  },
  injectionBudgetBytes: {
    file: "test/hook/tool-call.test.ts",
    test: "the text stays within the budget in bytes, and what found no room is not claimed",
  },
  maxLessonsPerInjection: {
    file: "test/hook/tool-call.test.ts",
    test: "the comment for debugging names what came and what was left out, within the budget",
  },
  minPriority: {
    file: "test/cli/compile.test.ts",
    test: "lessons below the bar are left out and named, and so are those that start Node at every call",
  },
  relevanceThreshold: {
    file: "test/hook/tool-call.test.ts",
    test: "how well a lesson must fit is a setting",
  },
  dedupeScope: {
    file: "test/hook/tool-call.test.ts",
    test: "with dedupeScope agent each agent of a session is told once",
  },
  protocol: {
    file: "test/hook/session-start.test.ts",
    test: "the protocol is short, full or off as the settings say",
  },
  debugComment: {
    file: "test/hook/tool-call.test.ts",
    test: "the comment for debugging names what came and what was left out, within the budget",
  },
  notify: {
    file: "test/hook/notices.test.ts",
    test: "the setting notify says what the person sees: nothing, held calls, or advice as well",
  },
  withError: {
    file: "test/cli/with-error.test.ts",
    test: "with the setting off, no result is looked at and explain says so",
  },
  cliIntelThreshold: {
    file: "test/cli/compile.test.ts",
    test: "a tool with enough lessons gets a skill, and loses it when they become fewer",
  },
  compactionReinjectionThreshold: {
    file: "test/hook/session-start.test.ts",
    test: "the threshold of a compaction is a setting",
  },
  autoScanIntervalHours: {
    file: "test/hook/scan-and-reports.test.ts",
    test: "with an interval of 0 no scan starts by itself",
  },
  "detectors.reports.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.errorCorrection.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.retryLoop.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.hang.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.userCorrection.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.rejection.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.explicitLesson.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without the detector %s its episodes are gone, and no others",
  },
  "detectors.selfDiagnosis.enabled": {
    file: "test/scan/switches.test.ts",
    test: "without self-diagnosis a failure keeps its kind and has no cause",
  },
  "detectors.repeatedMistake.enabled": {
    file: "test/scan/switches.test.ts",
    test: "what nobody knows is shown first once it came back with a fix, if that is wanted",
  },
  "detectors.repeatedMistake.minSessions": {
    file: "test/scan/switches.test.ts",
    test: "what nobody knows is shown first once it came back with a fix, if that is wanted",
  },
  "detectors.retryLoop.minAttempts": {
    file: "test/scan/switches.test.ts",
    test: "thresholds: attempts of a loop, words of a correction, calls until a fix, words after a failure",
  },
  "detectors.userCorrection.minWords": {
    file: "test/scan/switches.test.ts",
    test: "thresholds: attempts of a loop, words of a correction, calls until a fix, words after a failure",
  },
  "detectors.errorCorrection.fixWithinCalls": {
    file: "test/scan/switches.test.ts",
    test: "thresholds: attempts of a loop, words of a correction, calls until a fix, words after a failure",
  },
  "detectors.selfDiagnosis.withinCalls": {
    file: "test/scan/switches.test.ts",
    test: "thresholds: attempts of a loop, words of a correction, calls until a fix, words after a failure",
  },
  maxCandidatesPerScan: {
    file: "test/scan/switches.test.ts",
    test: "maxCandidatesPerScan limits what is shown, not what is kept",
  },
  scanPaths: {
    file: "test/cli/scan.test.ts",
    test: "the folders of scanPaths are read besides the agents' own",
  },
  "scoring.multiSessionBonus": {
    file: "test/cli/scan.test.ts",
    test: "the weights of the scoring decide the priority of a candidate",
  },
  "detectors.explicitLesson.memoryWithinCalls": {
    file: "test/cli/scan.test.ts",
    test: "a memory that is written long after the person spoke is not their lesson",
  },
  "scoring.multiProjectBonus": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "scoring.hangTimeoutBonus": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "scoring.dataLossBonus": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "scoring.userCorrectionBonus": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "scoring.fixConfirmedBonus": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "scoring.singleOccurrencePenalty": {
    file: "test/scan/scoring.test.ts",
    test: "the weight %s is added to the priority of the mistakes that it is about, and of no others",
  },
  "upkeep.daily": {
    file: "test/cli/upkeep.test.ts",
    test: "scans that a person starts, and dry runs, are not followed by upkeep; daily switches it off",
  },
  "upkeep.uncheckedCritical": {
    file: "src/care/upkeep/plan-upkeep.test.ts",
    test: "rules that are switched off find nothing",
  },
  "upkeep.uncheckedCriticalDays": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "a CRITICAL lesson that nobody looked at for so many days is marked",
  },
  "upkeep.learned": {
    file: "src/care/upkeep/plan-upkeep.test.ts",
    test: "rules that are switched off find nothing",
  },
  "upkeep.drafts": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "every rule that can archive goes as far as it may: %s",
  },
  "upkeep.draftExpiryDays": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "a draft is old when nobody touched it and nothing was seen of it for so many days",
  },
  "upkeep.expired": {
    file: "test/cli/upkeep.test.ts",
    test: "every rule can be switched, from proposing to archiving and off",
  },
  "upkeep.superseded": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "every rule that can archive goes as far as it may: %s",
  },
  "upkeep.doubtful": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "every rule that can archive goes as far as it may: %s",
  },
  "upkeep.outgrown": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "every rule that can archive goes as far as it may: %s",
  },
  "upkeep.unhelpful": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "every rule that can archive goes as far as it may: %s",
  },
  "upkeep.unhelpfulShare": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "a lesson is unhelpful above the share, and not by chance",
  },
  "upkeep.unhelpfulLeast": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "a lesson is unhelpful above the share, and not by chance",
  },
  "upkeep.neverMatched": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "an active lesson that fired at none of enough calls for long enough is marked",
  },
  "upkeep.neverMatchedDays": {
    file: "src/care/upkeep/upkeep-rules.test.ts",
    test: "an active lesson that fired at none of enough calls for long enough is marked",
  },
  "upkeep.missingFiles": {
    file: "src/care/upkeep/plan-upkeep.test.ts",
    test: "rules that are switched off find nothing",
  },
  "upkeep.deadTriggers": {
    file: "src/care/upkeep/plan-upkeep.test.ts",
    test: "rules that are switched off find nothing",
  },
  "upkeep.inflation": {
    file: "src/care/upkeep/plan-upkeep.test.ts",
    test: "rules that are switched off find nothing",
  },
  "learning.enabled": {
    file: "test/learn/run.test.ts",
    test: "with learning off nothing waits, and a project can switch it off for itself",
  },
  "learning.program": {
    file: "test/cli/learn.test.ts",
    test: "another program and another model are asked when the settings say so",
  },
  "learning.model": {
    file: "test/cli/learn.test.ts",
    test: "another program and another model are asked when the settings say so",
  },
  "learning.batchSize": {
    file: "test/learn/run.test.ts",
    test: "a project's file cannot switch learning on, and counts less than what is said for a call",
  },
  "learning.dailyCap": {
    file: "test/learn/run.test.ts",
    test: "the daily cap holds for each day, also for runs that came to nothing",
  },
  "learning.softCap": {
    file: "test/cli/learn.test.ts",
    test: "--review shows what needs a person, with the reason, and the soft cap is a setting",
  },
  "learning.autoActivate": {
    file: "test/learn/observations.test.ts",
    test: "only kinds that were switched on become active by themselves",
  },
  "learning.debug": {
    file: "test/learn/run.test.ts",
    test: "the log says every step and keeps what was refused only where that is switched on",
  },
};
