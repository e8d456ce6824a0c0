import type { FinishedCall } from "../../agents/delivery.ts";
import type { Judgement } from "../../match/match.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { Claims, sessionFolder } from "../claims.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { failureLines } from "../hint/failure-lines.ts";
import { resultBucket } from "../hint/result-bucket.ts";
import { isSwitchedOff, pauseIn } from "../pause.ts";
import { agent } from "./agent.ts";
import { elapsed } from "./deadline.ts";
import { noteFailed, worldAt } from "../world.ts";
import { type HookContext, userHome } from "./home.ts";
import { lessonsForCall } from "./load-for-call.ts";
import { markTooSlow, openCache } from "./load.ts";
import { callNotice } from "./notices.ts";
import type { CallContext } from "./run-judged.ts";
import { sessionNote } from "./session-note.ts";
import { noteDelivery } from "./note-delivery.ts";
import { type SessionTrial, sessionTrial } from "../trial/session-trial.ts";
import { noteTrial } from "./note-trial.ts";

/** A lesson that may come with the error of a call, before anything is said or claimed. */
interface PossibleHint {
  readonly call: FinishedCall;
  readonly judgement: Judgement;
  readonly claims: Claims;
  readonly notify: DeliveryConfig["notify"];
  readonly trial: SessionTrial | undefined;
  /** Of the session. */
  readonly folder: string;
}

/** What could be said about the calls that failed, most fitting first. */
export function judgeResult(
  input: string,
  { home, environment, now, log, judge }: CallContext,
): readonly PossibleHint[] {
  if (isSwitchedOff(environment) || pauseIn(home.folder, now) !== undefined) return [];
  const failed = agent.readResults(input).flatMap((call) => {
    const lines = failureLines(call);
    return lines === undefined ? [] : [{ call, lines }];
  });
  const cache = failed.length === 0 ? undefined : openCache(home, log);
  if (cache === undefined) return [];
  const seen = new Set((environment["LESSONS_SEEN"] ?? "").split(/[\s,]+/));
  const { dedupeScope, notify } = cache.index.config;
  const isPerAgent = dedupeScope === "agent";
  return failed.flatMap(({ call, lines }) => {
    const folder = sessionFolder(home.folder, call.sessionId ?? "unknown");
    const claims = new Claims(folder, isPerAgent ? call.agentId : undefined);
    const trial = sessionTrial(cache.index, folder, call.sessionId);
    return judgements(call, lines, folder).flatMap((judgement) => {
      const { lesson } = judgement;
      const isTold = lesson.notes === undefined && (seen.has(lesson.slug) || claims.has(lesson));
      return isTold ? [] : [{ call, judgement, claims, notify, trial, folder }];
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
    const world = worldAt(call, {
      environment,
      userHome: userHome(environment),
      session: folder,
      model: () => agent.modelOf(call, note),
    });
    const batches = () =>
      lessonsForCall(cache, place, note.project, bucket).map((load) => () => {
        const lessons = load().filter(
          ({ hint, notes }) => hint !== undefined || notes !== undefined,
        );
        const around = agent.momentOf(call, note, { lessons, environment });
        return { lessons, moment: { ...around, failure: lines, world } };
      });
    const { relevanceThreshold } = cache.index.config;
    return judge.match(batches, relevanceThreshold, (lesson) => markTooSlow(cache, lesson)).firing;
  }
}

/** Says the first that nobody else says at this moment, one line for one failure, and notes the facts that later calls ask for. */
export function answerResult(
  possible: readonly PossibleHint[],
  context: HookContext,
  say: (answer: string) => void,
): void {
  const [facts, hints] = [possible.filter(isFact), possible.filter((each) => !isFact(each))];
  const hint = hints.find(({ judgement, claims }) => claims.take(judgement.lesson));
  if (hint !== undefined) sayHint(hint, context, say);
  for (const { folder, judgement } of facts) noteFailed(folder, judgement.lesson.notes ?? "");
}

function isFact({ judgement }: PossibleHint): boolean {
  return judgement.lesson.notes !== undefined;
}

function sayHint(hint: PossibleHint, context: HookContext, say: (answer: string) => void): void {
  const { call, judgement, claims, notify, trial } = hint;
  noteTrial(trial, [judgement.lesson], { payload: call, moment: "error" }, context);
  if (trial?.withholds(judgement.lesson) === true) return;
  const notice = callNotice({ isHeld: false, delivered: [{ judgement, form: "short" }] }, notify);
  say(agent.adviceAnswer(call.event, judgement.lesson.hint ?? "", notice));
  noteDelivery(judgement, call, { mode: "advise", form: "short", tookMs: elapsed() }, context);
  claims.noteSeen([judgement.lesson]);
}
