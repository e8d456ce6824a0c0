import type { LedgerCall, LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import { isForCalls } from "../../lesson/record/triggers.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import {
  asksAboutCall,
  conditionFields,
  type ConditionField,
} from "../../lesson/record/conditions.ts";
import { hasTarget, mostScore } from "../../match/relevance.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ReplayExample, ReplayTally, ReplayReach, type Reach } from "./tally.ts";
import { ReplayMatcher, type Firing } from "./matcher.ts";
import { OwnFailures, OwnSightings } from "./origins.ts";
import { shells } from "../../shell/unwrap.ts";
import { requiredHeads } from "../../match/prefilter/required-heads.ts";

/** What the trigger of a lesson would have done on the calls that were made. */
export interface Replay {
  /** How many calls it would have been delivered at, were it not delivered once a session only. */
  readonly fired: number;
  /** Different sessions among those. */
  readonly sessions: number;
  /** Of the fired calls: ended with an error or ran out of time. */
  readonly failed: number;
  /** Different sessions among those. */
  readonly failedSessions: number;
  /** Of the calls that its trigger meets: ended well. A lesson that comes with the error was silent there. */
  readonly worked: number;
  /** Calls that failed as the lesson says: how many there were, and how many of them it fired at. */
  readonly ownFailures: { readonly fired: number; readonly all: number };
  /** Where the lesson comes from: all places, those with a call in the ledger, those where it fired. */
  readonly sightings: { readonly fired: number; readonly withCall: number; readonly all: number };
  /** What it could fire at: of a lesson for one project, that project's calls and sessions only. */
  readonly reach: Reach;
  /** Of the calls within reach. */
  readonly sharePercent: number;
  /** At more than one call in twenty. Of few calls nothing is said. */
  readonly isTooBroad: boolean;
  /** Told in nearly every session, however few of its calls are concerned. Of few sessions nothing is said. */
  readonly isInEverySession: boolean;
  /** Fires at none of many calls, although it could and the ledger could tell. */
  readonly isNever: boolean;
  /** Fires at none of its own sightings, although it could and the ledger could tell. */
  readonly missesItself: boolean;
  /** Never delivered at a call, whatever it says: not meant to be, or its level is too low. */
  readonly isOutOfReach: boolean;
  /** Asks for what the ledger does not keep: in life it fires at least as often as here. */
  readonly hasUnseen: boolean;
  /** Its patterns take so long that it was left out: what is counted is not all. */
  readonly isTooSlow: boolean;
  /** Its conditions, none of which a replay can look at: where it fires here, in life one of them may not hold. */
  readonly assumes: readonly ConditionField[];
  /** The first five by time. */
  readonly examples: readonly ReplayExample[];
}

export interface ReplayOptions {
  /** The hook's relevance threshold, in thousandths. */
  readonly threshold: number;
  readonly origins?: ReadonlyMap<LessonId, LessonOrigins>;
  /** Hears of every call, in the order in which they are looked at. */
  readonly onCall?: ((call: LedgerCall, firing: readonly Firing[]) => void) | undefined;
}

/** More than this share of the calls, and a lesson is noise. */
const mostSharePercent = 5;

/** Of fewer nothing can be said. */
const fewestCalls = 200;
const fewestSessions = 10;
const nearlyEvery = 0.9;

/**
 * Replays lessons over calls with the matcher of the hook. Neither the order of the calls nor the other
 * lessons change what is said of one. Each call is looked at once and then forgotten.
 *
 * What the ledger knows less of than the hook: no contents, no messages, no running command, nothing that
 * was so around the call, no shell around a command (`sh -c`), one path per call, and the tools under the names that all agents have in common, so that
 * a lesson for `Bash` also fires at the shell of every other agent.
 */
export function replayCalls(
  lessons: readonly ReadyLesson[],
  calls: Iterable<LedgerCall>,
  options: ReplayOptions,
): ReadonlyMap<LessonId, Replay> {
  return replayGroups(lessons, inGroups(calls), options);
}

/** The same for calls that come in groups. The next group is asked for when every call of the last was looked at. */
export function replayGroups(
  lessons: readonly ReadyLesson[],
  groups: Iterable<readonly LedgerCall[]>,
  options: ReplayOptions,
): ReadonlyMap<LessonId, Replay> {
  const steps = replaySteps(lessons, groups, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same, some calls at a step: whoever takes the steps may do something else in between, or stop. */
export function* replaySteps(
  lessons: readonly ReadyLesson[],
  groups: Iterable<readonly LedgerCall[]>,
  { threshold, origins = new Map(), onCall }: ReplayOptions,
): Generator<undefined, ReadonlyMap<LessonId, Replay>> {
  const matcher = new ReplayMatcher(lessons, threshold);
  const tallies = new Map(lessons.map(({ id }) => [id, new ReplayTally()]));
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const reach = new ReplayReach();
  const failures = new OwnFailures(lessons, origins);
  const sightings = new OwnSightings(lessons, origins);
  let calls = 0;
  for (const call of prepared(groups, matcher)) {
    calls += 1;
    if (calls % callsAtOnce === 0) yield;
    reach.add(call);
    // How a call ended that we corrected says nothing about the call that stands in the log.
    const met = call.treatment === "rewritten" ? [] : matcher.firingAt(call);
    const firing = met.filter(({ id }) => isDueAt(call, byId.get(id)));
    for (const { id, shown } of firing) tallies.get(id)?.add(call, shown);
    if (firing.length < met.length) {
      for (const one of met) if (!firing.includes(one)) tallies.get(one.id)?.addSilent(call);
    }
    failures.add(call, firing);
    sightings.add(call, firing);
    onCall?.(call, firing);
  }
  const replayOf = (lesson: ReadyLesson): Replay => {
    const tally = tallies.get(lesson.id) ?? new ReplayTally();
    const { fired, sessions, failed, failedSessions, worked, examples } = tally;
    const [own, within] = [sightings.of(lesson.id), reach.of(lesson.scope)];
    const sharePercent = within.calls === 0 ? 0 : (100 * fired) / within.calls;
    const isOutOfReach = !isForCalls(lesson) || mostScore(lesson) < threshold;
    const isBlind = hasUnseen(lesson);
    const isTooSlow = matcher.isTooSlow(lesson.id);
    const canTell = !isOutOfReach && !isBlind && !isTooSlow;
    const assumes = declaredIn(lesson);
    const isSure = assumes.length === 0;
    return {
      fired,
      sessions,
      failed,
      failedSessions,
      worked,
      ownFailures: failures.of(lesson.id),
      sightings: own,
      reach: within,
      sharePercent,
      isTooBroad: isSure && within.calls >= fewestCalls && sharePercent > mostSharePercent,
      isInEverySession:
        isSure && within.sessions >= fewestSessions && sessions >= nearlyEvery * within.sessions,
      isNever: fired === 0 && within.calls >= fewestCalls && canTell,
      missesItself: own.withCall > 0 && canTell && own.fired === 0,
      isOutOfReach,
      hasUnseen: isBlind,
      isTooSlow,
      assumes,
      examples,
    };
  };
  return new Map(lessons.map((lesson) => [lesson.id, replayOf(lesson)]));
}

/** The calls of all groups, judged ahead. */
function* prepared(
  groups: Iterable<readonly LedgerCall[]>,
  matcher: ReplayMatcher,
): Generator<LedgerCall> {
  for (const group of groups) {
    for (let at = 0; at < group.length; at += callsAtOnce) {
      const some = group.slice(at, at + callsAtOnce);
      matcher.prepare(some);
      yield* some;
    }
  }
}

/** Watching some costs as much as judging hundreds, and so many take a tenth of the time that they are given. */
const callsAtOnce = 512;

/** Some at a time, so that one look at the clock is for many of them. */
export function* inGroups(calls: Iterable<LedgerCall>): Generator<readonly LedgerCall[]> {
  let group: LedgerCall[] = [];
  for (const call of calls) {
    group.push(call);
    if (group.length < callsAtOnce) continue;
    yield group;
    group = [];
  }
  yield group;
}

/** A lesson that comes with the error is silent where such a call went well. */
function isDueAt({ outcome }: LedgerCall, lesson: ReadyLesson | undefined): boolean {
  if (lesson === undefined || lesson.injectOn.includes("PreToolUse")) return true;
  return lesson.delivery !== "advise" || outcome === "error" || outcome === "timeout";
}

/** Whether a lesson asks for something that the ledger does not keep: contents, words, workflows, shells, what was at a path. */
function hasUnseen(lesson: ReadyLesson): boolean {
  const { contentPatterns, actionKeywords, contextKeywords, workflowNames } = lesson;
  // Beside a call that shows the mistake, a message only keeps the lesson back.
  const messagePatterns = hasTarget(lesson) ? [] : (lesson.messagePatterns ?? []);
  const declared = [
    contentPatterns,
    actionKeywords,
    contextKeywords,
    lesson.isWorkflowBonus === true ? [] : workflowNames,
    messagePatterns,
  ];
  const isAboutPath = !hasTarget(lesson) && asksAboutCall(lesson.conditions);
  return declared.some(({ length }) => length > 0) || isAboutShell(lesson) || isAboutPath;
}

function declaredIn({ conditions = {} }: ReadyLesson): readonly ConditionField[] {
  return conditionFields.filter((name) => (conditions[name] ?? []).length > 0);
}

/** The ledger keeps what a shell inside a line ran, or what was timed, and not by whom. */
function isAboutShell({ commandPatterns }: ReadyLesson): boolean {
  return commandPatterns.some((pattern) =>
    requiredHeads([pattern])?.some((head) => shells.has(head) || builtIn.has(head)),
  );
}

const builtIn: ReadonlySet<string> = new Set(["time", "eval"]);
