import type { FailureStory } from "../episodes/episode.ts";
import { factName } from "../facts/fact.ts";
import type { FailureVerdict } from "../failures/classify-failure.ts";
import { isOtherFlags } from "./other-flags.ts";
import { isHangComplaint } from "../sayings/correction-words.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import { type KeptCall, longestTyped } from "../session/thread.ts";
import type { Detector, OpenEpisode, Scene } from "./detector.ts";
import { confirmFix } from "./confirm-fix.ts";
import { noteStepFirst } from "./step-first.ts";

/**
 * A call that failed for a reason that comes back, and the changed call that worked. What the message
 * is about decides; that it was fixed only says how.
 */
export const errorCorrection: Detector = {
  name: "errorCorrection",
  onCall: (call, scene) => {
    if (call.failure !== undefined) openFailure(call, scene);
    else if (call.outcome === "ok") {
      confirmFix(call, scene);
      noteStepFirst(call, scene);
    }
    closeOld(scene);
  },
};

function openFailure(call: FinishedCall, scene: Scene): void {
  const { episodes, thread, threadName, now } = scene;
  const { failure } = call;
  if (failure === undefined || failure.worth === "none") return;
  const first = firstAttempt(call, scene);
  // It is a part of what the first attempt was about, and costs what that cost.
  if (first !== undefined)
    first.lines = [...first.lines, call.line, call.resultLine].slice(-mostLines);
  episodes.put({
    kind: call.outcome === "timeout" ? "hang" : "tool-error-fixed",
    verdict: failure.worth === "lesson" ? "accepted" : "weak",
    line: call.line,
    lines: [call.resultLine],
    seenAt: call.at ?? now,
    anchor: String(call.callKey),
    thread: threadName,
    sinceCall: thread.callCount,
    sinceEdit: thread.editCount,
    story: { ...failureStory(call), ...(first === undefined ? {} : { retryOf: goalOf(first) }) },
  });
}

/**
 * The open failure that a failed call tries again with other flags: an agent that guesses makes one mistake, however many
 * flags it guesses. Undefined when the call fails for the same reason, which is one fact anyway.
 */
function firstAttempt(
  call: FinishedCall,
  { episodes, thread, threadName }: Scene,
): OpenEpisode<FailureStory> | undefined {
  const { failure, typed } = call;
  if (failure === undefined || typed === undefined || call.head === "") return undefined;
  const tried = episodes
    .openFailures(threadName)
    .filter(
      ({ kind, story, sinceCall }) =>
        kind !== "retry-loop" &&
        story.fix === undefined &&
        story.tool === call.tool &&
        story.head === call.head &&
        thread.callCount - sinceCall <= attemptWithinCalls &&
        isSameKind(story, failure) &&
        isOtherFlags(
          { line: story.command ?? "", culprit: story.culprit },
          { line: typed, culprit: failure.culprit },
          call.head,
        ),
    );
  const last = tried.at(-1);
  if (last === undefined) return undefined;
  const goal = goalOf(last);
  if (goal === factName(failure.fact)) return undefined;
  return (
    episodes
      .openFailures(threadName)
      .find(({ kind, story }) => kind !== "retry-loop" && factName(story.fact) === goal) ?? last
  );
}

/** Both are about how the program is called. A network that fails in between is no guess. */
function isSameKind(
  story: FailureStory,
  { about, fact }: Pick<FailureStory, "about" | "fact">,
): boolean {
  if (story.fact.class === fact.class) return true;
  return story.about === "interface" && about === "interface";
}

/** What the first attempt was about. */
function goalOf({ story }: OpenEpisode<FailureStory>): string {
  return story.retryOf ?? factName(story.fact);
}

/** So close together that nothing else was done in between. */
const attemptWithinCalls = 3;

function failureStory(call: FinishedCall): FailureStory {
  const { failure, head, tool, typed, path } = call;
  return {
    is: "failure",
    fact: failure?.fact ?? { class: call.outcome, subject: head },
    tool,
    head: head === "" ? tool : head,
    failureClass: failure?.name ?? call.outcome,
    about: failure?.about ?? "unknown",
    signature: failure?.signature ?? "",
    headline: failure?.headline ?? "",
    command: typed?.slice(0, longestTyped),
    culprit: failure?.culprit,
    path,
    isHidden: failure?.isHidden,
    advice: failure?.advice,
    attempts: 1,
  };
}

function closeOld({ episodes, thread, threadName, settings }: Scene): void {
  for (const episode of episodes.openFailures(threadName)) {
    if (thread.callCount - episode.sinceCall >= settings.errorCorrection.fixWithinCalls) {
      episodes.close(episode);
    }
  }
}

/**
 * A person says that the agent's call hangs. Calls that were ended for taking too long are failures like
 * others; times in the log say nothing, because they include waiting for a person's permission.
 */
export const hang: Detector = {
  name: "hang",
  onRemark: ({ remark, line, at, anchor }, { episodes, thread, threadName }) => {
    const last = thread.calls.at(-1);
    if (last === undefined || last.head === "" || !isHangComplaint(remark.text)) return;
    episodes.put({
      kind: "hang",
      verdict: "nominated",
      line,
      lines: [last.line],
      seenAt: at,
      anchor: `hang:${anchor}`,
      thread: threadName,
      sinceCall: thread.callCount,
      story: {
        is: "failure",
        fact: { class: "timeout", subject: last.head },
        tool: last.tool,
        head: last.head,
        failureClass: "hang",
        about: "environment",
        signature: "the user says that it hangs",
        headline: `the user says that \`${last.head}\` hangs`,
        command: last.typed,
        attempts: 1,
      },
    });
  },
};

/** The same call again and again, each time changed and each time failing. */
export const retryLoop: Detector = {
  name: "retryLoop",
  onCall: (call, scene) => {
    if (call.failure === undefined) return;
    const earlier = scene.thread.calls.filter((kept) => isSameFailure(kept, call));
    if (earlier.length === 0) return;
    const attempts = [...earlier, call];
    const { minAttempts } = scene.settings.retryLoop;
    const isGuessing = guesses(call, scene) >= minAttempts;
    if (!isGuessing && !isRetryLoop(attempts.map(toAttempt), minAttempts)) return;
    const known = loopOf(call, scene);
    // What failed for another reason before belongs to that reason.
    const { name } = call.failure;
    const alike = isGuessing ? earlier : earlier.filter((kept) => kept.failureClass === name);
    if (known === undefined) openLoop(call, alike, scene);
    else {
      known.lines = [...known.lines, call.line, call.resultLine].slice(-mostLines);
      known.story.attempts += 1;
    }
  },
};

const mostLines = 40;

/** How many attempts the agent has made at what this call is for, each with other flags. */
function guesses(call: FinishedCall, scene: Scene): number {
  const own = openFailureOf(call, scene);
  if (own?.story.retryOf === undefined) return 1;
  const goal = goalOf(own);
  return scene.episodes
    .openFailures(scene.threadName)
    .filter((episode) => episode.kind !== "retry-loop" && goalOf(episode) === goal).length;
}

function openFailureOf(
  { line }: FinishedCall,
  { episodes, threadName }: Scene,
): OpenEpisode<FailureStory> | undefined {
  return episodes
    .openFailures(threadName)
    .findLast((episode) => episode.kind !== "retry-loop" && episode.line === line);
}

/** The story of the first attempt where an agent guesses flags, of the call itself otherwise. */
function loopStory(call: FinishedCall, scene: Scene): FailureStory {
  const goal = openFailureOf(call, scene)?.story.retryOf;
  const first = scene.episodes
    .openFailures(scene.threadName)
    .find(({ kind, story }) => kind !== "retry-loop" && factName(story.fact) === goal);
  return first?.story ?? failureStory(call);
}

function isSameFailure(kept: KeptCall, call: FinishedCall): boolean {
  return (
    kept.failureClass !== undefined &&
    kept.tool === call.tool &&
    kept.head === call.head &&
    (call.head !== "" || kept.path === call.path)
  );
}

function loopOf(
  call: FinishedCall,
  { episodes, threadName }: Scene,
): OpenEpisode<FailureStory> | undefined {
  const head = call.head === "" ? call.tool : call.head;
  return episodes
    .openFailures(threadName)
    .find(
      ({ kind, story }) => kind === "retry-loop" && story.tool === call.tool && story.head === head,
    );
}

function openLoop(call: FinishedCall, earlier: readonly KeptCall[], scene: Scene): void {
  const { episodes, thread, threadName, now } = scene;
  const line = earlier[0]?.line ?? call.line;
  episodes.put({
    kind: "retry-loop",
    verdict: "accepted",
    line,
    lines: [
      ...earlier.flatMap((kept) => [kept.line, kept.resultLine]),
      call.line,
      call.resultLine,
    ].filter((other) => other !== line),
    seenAt: call.at ?? now,
    anchor: `loop:${call.callKey}`,
    thread: threadName,
    sinceCall: thread.callCount,
    story: { ...loopStory(call, scene), attempts: earlier.length + 1 },
  });
}

function toAttempt(call: KeptCall | FinishedCall): Attempt {
  const target = call.typed ?? call.path ?? call.tool;
  if ("does" in call) {
    const { failure } = call;
    return {
      target,
      signature: failure?.signature ?? "",
      failureClass: failure?.name ?? "",
      about: failure?.about ?? "unknown",
    };
  }
  const { signature = "", failureClass = "", about = "unknown" } = call;
  return { target, signature, failureClass, about };
}

/** One failed call of several of the same kind. */
export interface Attempt {
  /** What was called, with everything: the shell line, the file. */
  readonly target: string;
  readonly signature: string;
  readonly failureClass: string;
  readonly about: FailureVerdict["about"];
}

/**
 * Whether failed calls of the same kind, in their order, show an agent that tries again instead of
 * finding out: so many failures with the same message, whatever was changed, or one less when nothing
 * was. Tests, builds and checks are run again by design, and so are questions.
 */
export function isRetryLoop(attempts: readonly Attempt[], minAttempts = 3): boolean {
  const counted = attempts.filter(countsAsAttempt);
  const last = counted.at(-1);
  if (last === undefined) return false;
  const alike = counted.filter(({ signature }) => signature === last.signature);
  const same = alike.filter(({ target }) => target === last.target);
  return alike.length >= minAttempts || same.length >= Math.max(minAttempts - 1, 2);
}

function countsAsAttempt({ failureClass, about }: Attempt): boolean {
  return failureClass === "missing-file" || !byDesign.has(about);
}

const byDesign: ReadonlySet<Attempt["about"]> = new Set([
  "work",
  "exploration",
  "expected",
  "transient",
]);
