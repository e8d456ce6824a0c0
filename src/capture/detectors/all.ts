import type { DetectorSettings } from "../../platform/configuration/settings.ts";
import type { Detector } from "./detector.ts";
import { errorCorrection, selfDiagnosis } from "./error-correction.ts";
import { explicitLesson } from "./explicit-lesson.ts";
import { hang } from "./hang.ts";
import { rejection, userCorrection } from "./user-correction.ts";
import { reports } from "./reports.ts";
import { retryLoop } from "./retry-loop.ts";

/** The detectors that read a session; the one for repeated mistakes looks at all of them together, later. */
const detectors: readonly Detector[] = [
  reports,
  errorCorrection,
  retryLoop,
  hang,
  userCorrection,
  rejection,
  explicitLesson,
  selfDiagnosis,
];

export function enabledDetectors(settings: DetectorSettings): readonly Detector[] {
  return detectors.filter(({ name }) => settings[name].enabled);
}
