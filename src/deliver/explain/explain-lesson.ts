import type { FinishedCall, HookPayload, ToolPayload } from "../../agents/delivery.ts";
import { showLesson } from "../../lesson/find.ts";
import { fromRecord, type FullRecord } from "../../lesson/record/record.ts";
import { judgeLesson, type Judgement } from "../../match/match.ts";
import { inTime } from "../../measure/replay/in-time.ts";
import { Fault } from "../../platform/fault.ts";
import { type Moment, sightOf } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Context } from "../../platform/context.ts";
import { failureLines } from "../hint/failure-lines.ts";
import { requireReady } from "../compile/make-ready.ts";
import { Claims, sessionFolder } from "../claims.ts";
import type { Delivered } from "../plan/plan.ts";
import { type MomentName, type Reach, reachOf } from "../reach/reach.ts";
import { sessionTrial } from "../trial/session-trial.ts";
import { otherHooksHere } from "../init/other-hooks.ts";
import { originOf } from "../text/lesson-text.ts";
import { momentOf, type Rehearsal, rehearse } from "./rehearsal.ts";

/** When a lesson is delivered, why not, and at one call condition by condition. */
export interface LessonExplanation {
  readonly record: FullRecord;
  readonly reach: Reach;
  /** As it would be delivered, whether or not it is in use. */
  readonly ready: ReadyLesson;
  /** Of a lesson that corrects calls: the hooks of others that may change the same call after it. */
  readonly otherHooks: readonly string[];
  readonly call: CallExplanation | undefined;
}

export interface CallExplanation {
  readonly payload: ToolPayload;
  readonly moment: Moment;
  /** What its patterns were tested on. */
  readonly lookedAt: { readonly commands: readonly string[]; readonly paths: readonly string[] };
  readonly judgement: Judgement;
  /** In thousandths. */
  readonly threshold: number;
  readonly fate: Fate;
}

type Fate =
  | {
      readonly is: "delivered";
      readonly form: Delivered["form"];
      readonly of: number;
      /** What the call becomes, where it is corrected. */
      readonly fixedLine?: string;
    }
  /** When the call has failed, in one line. */
  | { readonly is: "with-error" }
  /** Others took the room. */
  | { readonly is: "dropped"; readonly instead: readonly string[] }
  /** It fires, but one of the obstacles keeps it back. */
  | { readonly is: "kept-back" }
  | { readonly is: "delivered-before" }
  /** A trial withholds it in the session of this payload. */
  | { readonly is: "withheld" }
  | { readonly is: "does-not-fire" };

/** `name` as in `lessons show`. Nothing is changed. */
export function explainLesson(
  context: Pick<Context, "database" | "place">,
  name: string,
  rehearsal: Rehearsal,
  payload?: ToolPayload | FinishedCall,
): LessonExplanation {
  const record = showLesson(context, name);
  const ready = requireReady({
    lesson: fromRecord(record),
    origin: originOf(record),
    budgetBytes: rehearsal.config.injectionBudgetBytes,
  });
  const reach = reachOf(fromRecord(record), ready, rehearsal.circumstances);
  const isKeptBack =
    reach.obstacles.length > 0 || reach.lost.some(({ moment }) => callMoments.has(moment));
  const call = payload && explainCall(ready, payload, rehearsal, { isKeptBack });
  const otherHooks = record.delivery === "fix" ? otherHooksHere(context) : [];
  return { record, ready, reach, otherHooks, call };
}

const callMoments: ReadonlySet<MomentName> = new Set(["fix", "hold", "advice", "error"]);

function explainCall(
  ready: ReadyLesson,
  payload: ToolPayload | FinishedCall,
  rehearsal: Rehearsal,
  { isKeptBack }: { readonly isKeptBack: boolean },
): CallExplanation {
  const { config, paths } = rehearsal;
  const threshold = config.relevanceThreshold;
  const failure = failureOf(ready, payload);
  const moment = { ...momentOf(rehearsal, payload, [ready]), failure };
  const [judgement] = inTime([ready], (some) =>
    some.map((lesson) => judgeLesson(lesson, moment, threshold)),
  );
  if (judgement === undefined) throw tooSlow(ready);
  const sight = sightOf(moment);
  const isDelivered = isDeliveredInSession(paths.home, ready, payload, config.dedupeScope);
  return {
    payload,
    moment,
    lookedAt: { commands: sight.commands(), paths: sight.paths() },
    judgement,
    threshold,
    fate: !judgement.fires
      ? { is: "does-not-fire" }
      : isKeptBack
        ? { is: "kept-back" }
        : isWithheldInSession(rehearsal, ready, payload)
          ? { is: "withheld" }
          : failure === undefined
            ? fateAmong(ready, rehearse(rehearsal, payload), isDelivered)
            : { is: isDelivered ? "delivered-before" : "with-error" },
  };
}

function tooSlow({ slug }: ReadyLesson): Fault {
  return new Fault("bad-input", `the patterns of ${slug} are too slow on this call`, {
    hint: `hooks skip it; use a simpler pattern: lessons edit ${slug} commandPatterns …`,
  });
}

/** A lesson that only comes with the error is looked at as if the call had failed. */
function failureOf(
  { injectOn, delivery }: ReadyLesson,
  payload: ToolPayload | FinishedCall,
): readonly string[] | undefined {
  if ("output" in payload) return failureLines(payload);
  const isBefore = injectOn.includes("PreToolUse") || delivery !== "advise";
  return isBefore || !injectOn.includes("PostToolUseFailure") ? undefined : [];
}

/** A correction comes with every call, all else once. */
function fateAmong(
  { id }: ReadyLesson,
  { delivered, fixedLine }: ReturnType<typeof rehearse>,
  isDelivered: boolean,
): Fate {
  const mine = delivered.find(({ judgement }) => judgement.lesson.id === id);
  if (mine?.form === "fix" && fixedLine !== undefined)
    return { is: "delivered", form: "fix", of: delivered.length, fixedLine };
  if (isDelivered) return { is: "delivered-before" };
  return mine === undefined
    ? { is: "dropped", instead: delivered.map(({ judgement }) => judgement.lesson.slug) }
    : { is: "delivered", form: mine.form, of: delivered.length };
}

function isWithheldInSession(
  { paths, circumstances }: Rehearsal,
  lesson: ReadyLesson,
  { sessionId }: HookPayload,
): boolean {
  if (sessionId === undefined) return false;
  const trial = sessionTrial(circumstances, sessionFolder(paths.home, sessionId), sessionId);
  return trial?.withholds(lesson) === true;
}

/** Whether the session of a payload has got this lesson already: then it does not get it again. */
function isDeliveredInSession(
  home: string,
  lesson: ReadyLesson,
  { sessionId, agentId }: HookPayload,
  dedupeScope: "session" | "agent",
): boolean {
  if (sessionId === undefined) return false;
  const folder = sessionFolder(home, sessionId);
  return new Claims(folder, dedupeScope === "agent" ? agentId : undefined).has(lesson);
}
