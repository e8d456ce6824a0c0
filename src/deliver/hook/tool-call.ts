import type { ToolPayload } from "../../agents/delivery.ts";
import type { Judgement } from "../../match/match.ts";
import { bucketOf } from "../../match/tool-bucket.ts";
import { type PlannedFixes, planFixes } from "../fix/plan-fixes.ts";
import { modeOf } from "../plan/plan.ts";
import { isSwitchedOff, pauseIn } from "../pause.ts";
import { agent } from "./agent.ts";
import { claimedLessons, Claims, sessionFolder } from "../claims.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { worldAt } from "../world.ts";
import { elapsed } from "./deadline.ts";
import { userHome } from "./home.ts";
import { inject, type Injection } from "./inject.ts";
import { noteDelivery } from "./note-delivery.ts";
import { callNotice } from "./notices.ts";
import { lessonsForCall } from "./load-for-call.ts";
import { markTooSlow, openCache, type OpenCache } from "./load.ts";
import type { Matched } from "./judge.ts";
import type { CallContext } from "./run-judged.ts";
import { giveCallBack, takeCall } from "./fixed-calls.ts";
import { sessionNote, type SessionNote } from "./session-note.ts";
import { narrowPrefilter } from "./session-prefilter.ts";
import { type SessionTrial, sessionTrial } from "../trial/session-trial.ts";
import { noteTrial } from "./note-trial.ts";

/** What was found out about a call before anything is said or claimed. */
export interface JudgedCall {
  readonly payload: ToolPayload;
  readonly cache: OpenCache;
  readonly sessionId: string;
  readonly folder: string;
  readonly note: SessionNote;
  readonly claims: Claims;
  readonly isPerAgent: boolean;
  readonly fresh: readonly Judgement[];
  readonly fix: PlannedFixes["fix"];
  readonly trial: SessionTrial | undefined;
  /** Lessons of the trial that would correct the call, whether or not it is corrected. */
  readonly fixesInTrial: readonly Judgement[];
  /** Whether a lesson matched that this session has got already. */
  readonly isRepeated: boolean;
}

/** The first four stages, from the payload to what is left to say. */
export function judgeToolCall(input: string, context: CallContext): JudgedCall | undefined {
  const { home, environment, now, log } = context;
  if (isSwitchedOff(environment) || pauseIn(home.folder, now) !== undefined) return undefined;
  const payload = parse(input);
  if (payload === undefined) log(`skipped: no tool call in ${input.length} characters`);
  const cache = payload && openCache(home, log);
  if (payload === undefined || cache === undefined) return undefined;

  const sessionId = payload.sessionId ?? "unknown";
  const folder = sessionFolder(home.folder, sessionId);
  const note = sessionNote(folder, payload.workingDirectory, cache.index);
  const seen = seenBefore(environment);
  const trial = sessionTrial(cache.index, folder, payload.sessionId);
  const isPerAgent = cache.index.config.dedupeScope === "agent";
  const claims = new Claims(folder, isPerAgent ? payload.agentId : undefined);
  const matchAt = (planned: ToolPayload) =>
    match({ payload: planned, note, cache, folder }, context);
  const matched = matchAt(payload);
  // Whether a correction is certain is not known before every lesson was looked at, at the call as it is corrected, too.
  let { isWhole } = matched;
  const unseen = matched.firing.filter(({ lesson }) => !seen.has(lesson.slug));
  const fixesInTrial = unseen.filter(
    ({ lesson }) => lesson.fix !== undefined && trial?.concerns(lesson) === true,
  );
  const { fix, others } = planFixes(
    unseen.filter((each) => !fixesInTrial.includes(each) || trial?.withholds(each.lesson) !== true),
    payload.isOver !== true && agent.canFix(payload) ? payload.call.command : undefined,
    (command) => {
      const again = matchAt({ ...payload, call: { ...payload.call, command } });
      isWhole &&= again.isWhole;
      return again.firing;
    },
  );
  return {
    payload,
    cache,
    sessionId,
    folder,
    note,
    claims,
    isPerAgent,
    fresh: others.filter(({ lesson }) => !claims.has(lesson)),
    fix: isWhole ? fix : undefined,
    trial,
    fixesInTrial,
    isRepeated: matched.firing.some(({ lesson }) => claims.has(lesson)),
  };
}

/** Stage 1: what the agent says about the call that it is about to make. */
function parse(input: string): ToolPayload | undefined {
  const payload = agent.readPayload(input);
  if (payload === undefined || payload.event !== "PreToolUse") return undefined;
  const { call } = payload;
  return call === undefined ? undefined : { ...payload, call };
}

/** Stages 2 and 3: which of the lessons this call should get. */
function match(
  { payload, note, cache, folder }: Pick<JudgedCall, "payload" | "note" | "cache" | "folder">,
  { environment, judge }: CallContext,
): Matched {
  const place = {
    ...payload,
    projectRoot: note.projectRoot,
    get recentMessages() {
      return agent.messagesBefore(payload);
    },
  };
  const world = worldAt(payload, {
    environment,
    userHome: userHome(environment),
    session: folder,
    model: () => agent.modelOf(payload, note),
  });
  const batches = () =>
    lessonsForCall(cache, place, note.project).map((load) => () => {
      const lessons = load();
      const moment = { ...agent.momentOf(payload, note, { lessons, environment }), world };
      return { lessons, moment };
    });
  return judge.match(batches, cache.index.config.relevanceThreshold, (lesson) =>
    markTooSlow(cache, lesson),
  );
}

/** What the session was told by whoever set `LESSONS_SEEN`. */
function seenBefore(environment: NodeJS.ProcessEnv): ReadonlySet<string> {
  return new Set((environment["LESSONS_SEEN"] ?? "").split(/[\s,]+/));
}

/** The last two stages. What is claimed in them is said: `say` comes before anything else that may fail. */
export function answerToolCall(
  judged: JudgedCall,
  context: CallContext,
  say: (answer: string) => void,
): void {
  const { fresh, fix, trial, payload, cache, claims, folder, isPerAgent, isRepeated } = judged;
  // A corrected call answers once, whoever else sees it; before that it is not known whether it is held instead.
  const mayFix = fix !== undefined && takeCall(folder, payload.toolUseId, fix.line);
  const fixed = mayFix ? fix.by : [];
  const { project } = judged.note;
  const mayStop = payload.isOver !== true;
  const mayAdvise = !mayStop || agent.advisesBefore;
  const session = { claims, project, sessionFolder: folder, fixed, trial, mayStop, mayAdvise };
  const injection = inject(fresh, cache.index, session);
  if (mayFix && injection?.isHeld === true) giveCallBack(folder, payload.toolUseId);
  const corrected = mayFix ? { line: fix.line, input: payload.input } : undefined;
  const planned = [...(injection?.delivered ?? []), ...(injection?.withheld ?? [])];
  const due = [...judged.fixesInTrial, ...planned.map(({ judgement }) => judgement)];
  const lessons = due.map(({ lesson }) => lesson);
  noteTrial(trial, lessons, { payload, moment: "call" }, context);
  const answer = format(injection, corrected, cache.index.config.notify);
  if (answer !== "") say(answer);
  if (injection !== undefined) {
    noteDeliveries(injection, judged, context);
    const told = injection.delivered.filter(({ form }) => form !== "fix");
    if (told.length > 0) claims.noteSeen(told.map(({ judgement }) => judgement.lesson));
  }
  // A held call comes again and must find us, or the next hold would be taken for a second one in a row.
  const isSettled = injection === undefined ? isRepeated : !injection.isHeld;
  // Where each agent gets its own, what one has got is still open for the next.
  if (isSettled && !isPerAgent) narrow(judged, injection === undefined);
}

/** Stage 6: the answer in exactly the shape that the agent takes. Nothing to say prints nothing. */
function format(
  injection: Injection | undefined,
  fix: CorrectedInput | undefined,
  notify: DeliveryConfig["notify"],
): string {
  if (injection === undefined || injection.text === "") return "";
  const { text, isHeld } = injection;
  const notice = callNotice(injection, notify);
  if (isHeld) return agent.holdAnswer(text, notice);
  if (fix === undefined) return agent.adviceAnswer("PreToolUse", text, notice);
  return agent.fixAnswer(fix.input ?? {}, fix.line, { text, notice });
}

interface CorrectedInput extends Pick<ToolPayload, "input"> {
  readonly line: string;
}

function narrow(
  { cache, sessionId, folder, payload, note }: JudgedCall,
  isRepeated: boolean,
): void {
  narrowPrefilter(cache, sessionId, bucketOf(payload.call.tool), {
    isRepeated,
    isHere: ({ scope }) =>
      !note.isLasting || !scope.startsWith("project:") || scope === note.project,
    delivered: () => claimedLessons(folder),
  });
}

function noteDeliveries(
  { delivered }: Injection,
  { payload }: JudgedCall,
  context: CallContext,
): void {
  for (const { judgement, form } of delivered) {
    noteDelivery(judgement, payload, { mode: modeOf({ form }), form, tookMs: elapsed() }, context);
  }
}
