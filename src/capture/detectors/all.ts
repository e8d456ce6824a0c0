import type { DetectorSettings } from "../../platform/configuration/detector-settings.ts";
import { findReports } from "../reports/find-reports.ts";
import type { Detector } from "./detector.ts";
import { errorCorrection, hang, retryLoop, selfDiagnosis } from "./failing-calls.ts";
import { explicitLesson, rejection, userCorrection } from "./remarks.ts";

export function enabledDetectors(settings: DetectorSettings): readonly Detector[] {
  return detectors.filter(({ name }) => settings[name].enabled);
}

/** What the agent reported itself, in a tag or a block of its own text. */
const reports: Detector = {
  name: "reports",
  onSpeech: (speech, { episodes, threadName, thread, now, redact, complain }) => {
    // Nearly no text has one, and looking for the two words is all that the others cost.
    if (!speech.text.includes("#lesson") && !speech.text.includes("[PROCESS_KNOWLEDGE]")) return;
    const seenAt = speech.at ?? now;
    for (const [index, report] of findReports(redact(speech.text)).entries()) {
      if (report.is === "problem") {
        const { from: form, class: flaw, problem } = report;
        const { line, thread: name, at } = speech;
        complain({ line, thread: name, at, form, class: flaw, problem });
      } else if (report.is === "cancel") {
        if (report.slug === undefined) {
          const last = episodes.open.findLast(({ story }) => story.is === "report");
          if (last !== undefined) episodes.withdraw(last);
        } else {
          episodes.file({
            kind: "cancel",
            verdict: "weak",
            line: speech.line,
            lines: [],
            seenAt,
            anchor: `cancel:${seenAt}:${report.slug}`,
            story: { is: "cancel", slug: report.slug },
          });
        }
      } else {
        episodes.put({
          kind: report.from === "tag" ? "lesson-tag" : "block",
          verdict: "accepted",
          line: speech.line,
          lines: [],
          seenAt,
          anchor: `report:${seenAt}:${index}`,
          thread: threadName,
          sinceCall: thread.callCount,
          story: { is: "report", from: report.from, isFull: report.isFull, draft: report.draft },
        });
      }
    }
  },
};

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
