/** What can be set about the detectors, by their names in the configuration. */
export interface DetectorSettings {
  readonly errorCorrection: { readonly enabled: boolean; readonly fixWithinCalls: number };
  readonly retryLoop: { readonly enabled: boolean; readonly minAttempts: number };
  readonly hang: { readonly enabled: boolean };
  readonly userCorrection: { readonly enabled: boolean; readonly minWords: number };
  readonly rejection: { readonly enabled: boolean };
  readonly explicitLesson: { readonly enabled: boolean; readonly memoryWithinCalls: number };
  readonly selfDiagnosis: { readonly enabled: boolean; readonly withinCalls: number };
  readonly repeatedMistake: { readonly enabled: boolean; readonly minSessions: number };
  readonly reports: { readonly enabled: boolean };
}

export const detectorDefaults: DetectorSettings = {
  errorCorrection: { enabled: true, fixWithinCalls: 20 },
  retryLoop: { enabled: true, minAttempts: 3 },
  hang: { enabled: true },
  userCorrection: { enabled: true, minWords: 2 },
  rejection: { enabled: true },
  explicitLesson: { enabled: true, memoryWithinCalls: 15 },
  selfDiagnosis: { enabled: true, withinCalls: 5 },
  repeatedMistake: { enabled: true, minSessions: 2 },
  reports: { enabled: true },
};
