import type { DetectorSettings } from "../../system/detector-settings.ts";
import type { Detector } from "./detector.ts";
import { errorCorrection } from "./error-correction.ts";
import { explicitLesson } from "./explicit-lesson.ts";
import { hang } from "./hang.ts";
import { rejection } from "./rejection.ts";
import { reports } from "./reports.ts";
import { retryLoop } from "./retry-loop.ts";
import { selfDiagnosis } from "./self-diagnosis.ts";
import { userCorrection } from "./user-correction.ts";

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
