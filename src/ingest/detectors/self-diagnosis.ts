import { selfDiagnosis as diagnosisIn } from "../../core/sayings/self-diagnosis.ts";
import type { Detector } from "./detector.ts";

/** The agent names the cause of a failure in its own words: the best account of it that the log has. */
export const selfDiagnosis: Detector = {
  name: "selfDiagnosis",
  onSpeech: (speech, { desk, thread, threadName, settings, redact }) => {
    const open = desk.openFailures(threadName);
    if (open.length === 0) return;
    const sentence = diagnosisIn(speech.text);
    if (sentence === undefined) return;
    const last = open.findLast(
      ({ sinceCall }) => thread.callCount - sinceCall <= settings.selfDiagnosis.withinCalls,
    );
    if (last === undefined || last.story.cause !== undefined) return;
    last.story.cause = redact(sentence).slice(0, longestCause);
    if (last.verdict === "weak") {
      last.verdict = "nominated";
      last.kind = "self-diagnosis";
    }
  },
};

const longestCause = 400;
