import type { AssistantText } from "../../agents/event.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import { causeStep, isAbout, isLook } from "../causes/cause-step.ts";
import { clearness, namedCauses } from "../causes/named-causes.ts";
import { selfDiagnosis as diagnosisIn } from "../sayings/explicit-lesson.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import type { KeptCall } from "../session/thread.ts";
import type { Detector, Scene } from "./detector.ts";

/**
 * The agent names the cause of a failure in its own words: the best account of it that the log has. What it says
 * about the surroundings of the work is kept by itself, because the next session may find it out again.
 */
export const selfDiagnosis: Detector = {
  name: "selfDiagnosis",
  onSpeech: (speech, scene) => {
    addCause(speech, scene);
    openCauses(speech, scene);
  },
  onCall: (call, scene) => {
    if (call.outcome === "ok") followCauses(call, scene);
    closeOld(scene);
  },
};

/** The open failure that the words are about gets them. */
function addCause(
  { text }: AssistantText,
  { episodes, thread, threadName, settings, redact }: Scene,
): void {
  const open = episodes.openFailures(threadName);
  if (open.length === 0) return;
  const sentence = diagnosisIn(text);
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
}

const longestCause = 400;

/** A failure of the work counts as well: what is behind it is what may come back. */
function openCauses(speech: AssistantText, scene: Scene): void {
  const { episodes, thread, threadName, settings, redact, now } = scene;
  const { withinCalls } = settings.selfDiagnosis;
  const recent = withinCalls === 0 ? [] : thread.calls.slice(-withinCalls);
  const failed = recent.findLast(isFailed);
  // Behind a pipe a failure looks like a success, so the agent is believed when it says that something failed.
  const run = failed ?? recent.findLast(({ head }) => head !== "" && !isLook(head));
  if (run === undefined) return;
  const isFresh = thread.calls.slice(-2).some(isFailed);
  const seenAt = speech.at ?? now;
  if (failed === undefined && !/fail|error|block/iu.test(speech.text)) return;
  // A sentence may hold a secret that only the words before it give away, so the whole is redacted; few texts are.
  const onlyFailures = failed === undefined;
  if (namedCauses(speech.text, isFresh, { onlyFailures }).length === 0) return;
  for (const cause of namedCauses(redact(speech.text.slice(0, longestText)), isFresh)) {
    if (failed === undefined && !(cause.saysFailure && cause.saysWhy)) continue;
    if (!cause.saysWhy && !isFresh) continue;
    const terms = cause.terms.filter(
      (term) => !(thread.edited ?? []).some((path) => isAbout(path, term)),
    );
    const [name] = terms;
    if (name === undefined) continue;
    const { sentence: words } = cause;
    // The call that failed is not what helps.
    const isHelp =
      cause.said !== undefined && (run.head === "" || !cause.said.startsWith(run.head));
    const said = isHelp ? cause.said : undefined;
    const known = episodes.openCauses(threadName).find(({ story }) => story.terms[0] === name);
    if (known !== undefined) {
      known.lines = [...new Set([...known.lines, speech.line])].slice(-mostLines);
      if (clearness(words) > clearness(known.story.words)) known.story.words = words;
      known.story.said ??= said;
      continue;
    }
    episodes.put({
      kind: "self-diagnosis",
      verdict: "weak",
      line: speech.line,
      lines: [run.line, run.resultLine],
      seenAt,
      anchor: `cause:${seenAt}:${shortHash(words)}`,
      thread: threadName,
      sinceCall: thread.callCount,
      story: {
        is: "cause",
        words,
        terms,
        head: run.head === "" ? run.tool : run.head,
        said,
      },
    });
  }
}

const mostLines = 20;
/** More than is looked at: what the end cuts in two is not kept. */
const longestText = 14_000;

/** Looking for what is not there is no failure. */
function isFailed({ outcome, about }: KeptCall): boolean {
  const isLooking = about === "exploration" || about === "expected";
  return (outcome === "error" || outcome === "timeout") && !isLooking;
}

/** What is done about a cause, and whether the failed call then works. What the agent edits is its work and no cause. */
function followCauses(call: FinishedCall, { episodes, threadName }: Scene): void {
  const isEdit = call.does === "edit" || call.does === "write";
  for (const episode of episodes.openCauses(threadName)) {
    const { story } = episode;
    if (isEdit && call.path !== undefined) {
      const { path } = call;
      const terms = story.terms.filter((term) => !isAbout(path, term));
      if (terms.length === 0) episodes.withdraw(episode);
      else story.terms = terms;
      continue;
    }
    if (call.typed === undefined || story.fix !== undefined) continue;
    const command = causeStep(call.typed, story);
    if (command !== undefined) story.step = { line: call.line, command };
    if (story.step === undefined || call.head === "") continue;
    const works = command === undefined ? call.head === story.head : runs(call, story.head);
    if (!works) continue;
    story.fix = story.step;
    episode.lines = [...new Set([...episode.lines, story.fix.line, call.line])];
  }
}

/** The step and the call that it was for may stand in one line. */
function runs({ command = "" }: FinishedCall, head: string): boolean {
  const lines = command.split("\n");
  return lines.length > 1 && lines.some((line) => line === head || line.startsWith(`${head} `));
}

function closeOld({ episodes, thread, threadName, settings }: Scene): void {
  for (const episode of episodes.openCauses(threadName)) {
    if (thread.callCount - episode.sinceCall >= settings.errorCorrection.fixWithinCalls) {
      episodes.close(episode);
    }
  }
}
