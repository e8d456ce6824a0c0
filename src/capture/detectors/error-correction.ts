import { describeChange, isSameKindOfCall } from "../../shell/change/change.ts";
import { selfDiagnosis as diagnosisIn } from "../sayings/explicit-lesson.ts";
import type { OpenEpisode } from "../session/open-episodes.ts";
import type { FailureStory } from "../episodes/episode.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import { longestTyped } from "../session/thread.ts";
import type { Detector, Scene } from "./detector.ts";

/**
 * A call that failed for a reason that comes back, and the changed call that worked. What the message
 * is about decides; that it was fixed only says how.
 */
export const errorCorrection: Detector = {
  name: "errorCorrection",
  onCall: (call, scene) => {
    if (call.failure !== undefined) openFailure(call, scene);
    else if (call.outcome === "ok") confirmFix(call, scene);
    closeOld(scene);
  },
};

function openFailure(call: FinishedCall, { episodes, thread, threadName, now }: Scene): void {
  const { failure } = call;
  if (failure === undefined || failure.worth === "none") return;
  episodes.put({
    kind: call.outcome === "timeout" ? "hang" : "tool-error-fixed",
    verdict: failure.worth === "lesson" ? "accepted" : "weak",
    line: call.line,
    lines: [call.resultLine],
    seenAt: call.at ?? now,
    anchor: String(call.callKey),
    thread: threadName,
    sinceCall: thread.callCount,
    story: failureStory(call),
  });
}

export function failureStory(call: FinishedCall): FailureStory {
  const { failure, head, tool, typed, path } = call;
  return {
    is: "failure",
    tool,
    head: head === "" ? tool : head,
    failureClass: failure?.name ?? call.outcome,
    about: failure?.about ?? "unknown",
    signature: failure?.signature ?? "",
    headline: failure?.headline ?? "",
    command: typed?.slice(0, longestTyped),
    culprit: failure?.culprit,
    path,
    attempts: 1,
  };
}

function confirmFix(call: FinishedCall, { episodes, threadName }: Scene): void {
  for (const episode of episodes.openFailures(threadName)) {
    if (episode.story.fix !== undefined || !isFix(call, episode)) continue;
    episode.story.fix = { line: call.line, command: call.typed?.slice(0, longestTyped) };
    episode.lines = [...episode.lines, call.line];
    if (episode.verdict === "weak" && isTelling(episode.story)) episode.verdict = "nominated";
  }
}

function isFix(call: FinishedCall, { story }: OpenEpisode<FailureStory>): boolean {
  if (story.command === undefined) return call.tool === story.tool && call.path === story.path;
  if (call.typed === undefined) return false;
  return isSameKindOfCall(story.command, call.typed);
}

/** A change that says something beyond this one call: another flag or program, not another argument. */
function isTelling({ command, fix }: FailureStory): boolean {
  if (command === undefined || fix?.command === undefined) return false;
  const change = describeChange(command, fix.command);
  return change !== undefined && tellingChanges.has(change.is);
}

const tellingChanges: ReadonlySet<string> = new Set([
  "program-replaced",
  "flag-dropped",
  "flag-replaced",
  "directory-changed",
  "variable-set",
  "wrapper-added",
  "quoting-changed",
]);

function closeOld({ episodes, thread, threadName, settings }: Scene): void {
  for (const episode of episodes.openFailures(threadName)) {
    if (thread.callCount - episode.sinceCall >= settings.errorCorrection.fixWithinCalls) {
      episodes.close(episode);
    }
  }
}

/** The agent names the cause of a failure in its own words: the best account of it that the log has. */
export const selfDiagnosis: Detector = {
  name: "selfDiagnosis",
  onSpeech: (speech, { episodes, thread, threadName, settings, redact }) => {
    const open = episodes.openFailures(threadName);
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
