import type { FinishedCall } from "../../agents/delivery.ts";
import type { Judgement } from "../../match/match.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { Claims, sessionFolder } from "../claims.ts";
import { failureLines } from "../hint/failure-lines.ts";
import { resultBucket } from "../hint/result-bucket.ts";
import { isSwitchedOff, pauseIn } from "../pause.ts";
import { agent } from "./agent.ts";
import { elapsed } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { loadForCall } from "./load-for-call.ts";
import { openCache, withoutSlow } from "./load.ts";
import { matchAnnounced } from "./match-announced.ts";
import type { OnLesson } from "./run-judged.ts";
import { sessionNote } from "./session-note.ts";
import { noteDelivery } from "./note-delivery.ts";

/** A lesson that may come with the error of a call, before anything is said or claimed. */
interface PossibleHint {
  readonly call: FinishedCall;
  readonly judgement: Judgement;
  readonly claims: Claims;
}

/** What could be said about the calls that failed, most fitting first. Leaves no trace, so it can be stopped. */
export function judgeResult(
  input: string,
  { home, environment, now, log }: HookContext,
  onLesson: OnLesson,
): readonly PossibleHint[] {
  if (isSwitchedOff(environment) || pauseIn(home.folder, now) !== undefined) return [];
  const failed = agent.readResults(input).flatMap((call) => {
    const lines = failureLines(call);
    return lines === undefined ? [] : [{ call, lines }];
  });
  const cache = failed.length === 0 ? undefined : openCache(home, log);
  if (cache === undefined) return [];
  const seen = new Set((environment["LESSONS_SEEN"] ?? "").split(/[\s,]+/));
  const isPerAgent = cache.index.config.dedupeScope === "agent";
  return failed.flatMap(({ call, lines }) => {
    const folder = sessionFolder(home.folder, call.sessionId ?? "unknown");
    const claims = new Claims(folder, isPerAgent ? call.agentId : undefined);
    return judgements(call, lines, folder).flatMap((judgement) => {
      const { lesson } = judgement;
      return seen.has(lesson.slug) || claims.has(lesson) ? [] : [{ call, judgement, claims }];
    });
  });

  function judgements(
    call: FinishedCall,
    lines: readonly string[],
    folder: string,
  ): readonly Judgement[] {
    if (cache === undefined) return [];
    const note = sessionNote(folder, call.workingDirectory, cache.index);
    const bucket = resultBucket(bucketOf(call.call.tool));
    const place = {
      ...call,
      projectRoot: note.projectRoot,
      get recentMessages() {
        return agent.messagesBefore(call);
      },
    };
    const found = loadForCall(cache, place, note.project, bucket);
    const lessons = withoutSlow(cache, found).filter(({ hint }) => hint !== undefined);
    if (lessons.length === 0) return [];
    const moment = { ...agent.momentOf(call, note, { lessons, environment }), failure: lines };
    const { relevanceThreshold } = cache.index.config;
    return matchAnnounced(lessons, moment, relevanceThreshold, {
      onLesson: (lesson) => onLesson(lesson, cache),
      log,
    });
  }
}

/** Says the first that nobody else says at this moment: one line for one failure. */
export function answerResult(
  possible: readonly PossibleHint[],
  context: HookContext,
  say: (answer: string) => void,
): void {
  const hint = possible.find(({ judgement, claims }) => claims.take(judgement.lesson));
  if (hint === undefined) return;
  const { call, judgement, claims } = hint;
  say(agent.adviceAnswer(call.event, judgement.lesson.hint ?? ""));
  noteDelivery(judgement, call, { mode: "advise", form: "short", tookMs: elapsed() }, context);
  claims.noteSeen([judgement.lesson]);
}
