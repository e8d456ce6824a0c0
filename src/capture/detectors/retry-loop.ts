import { isRetryLoop, type Attempt } from "../failures/retry-loop.ts";
import type { OpenEpisode } from "../session/open-episodes.ts";
import type { FailureStory } from "../episodes/episode.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import type { KeptCall } from "../session/thread.ts";
import type { Detector, Scene } from "./detector.ts";
import { failureStory } from "./error-correction.ts";

/** The same call again and again, each time changed and each time failing. */
export const retryLoop: Detector = {
  name: "retryLoop",
  onCall: (call, scene) => {
    if (call.failure === undefined) return;
    const earlier = scene.thread.calls.filter((kept) => isSameFailure(kept, call));
    if (earlier.length === 0) return;
    const attempts = [...earlier, call];
    const { minAttempts } = scene.settings.retryLoop;
    if (!isRetryLoop(attempts.map(toAttempt), minAttempts)) return;
    const known = loopOf(call, scene);
    if (known === undefined) openLoop(call, earlier, scene);
    else {
      known.lines = [...known.lines, call.line, call.resultLine].slice(-mostLines);
      known.story.attempts += 1;
    }
  },
};

const mostLines = 40;

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
    story: { ...failureStory(call), attempts: earlier.length + 1 },
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
