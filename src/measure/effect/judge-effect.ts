import type { Delivery } from "../../lesson/record/lesson.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { isSameKindOfCall } from "../../shell/change/change.ts";
import type { Firing } from "../replay/matcher.ts";
import { isDoneBy, type NamedItem } from "./checklist-items.ts";

/** What came of delivering a lesson once, and where that was seen. */
export type Effect =
  | { readonly verdict: "overruled"; readonly because: OverruledBy; readonly seen: SeenAt }
  | { readonly verdict: "repeated"; readonly because: RepeatedBy; readonly seen: SeenAt }
  | { readonly verdict: "heeded"; readonly because: HeededBy; readonly seen: SeenAt }
  | { readonly verdict: "fixed"; readonly because: "ran-corrected"; readonly seen: SeenAt }
  | { readonly verdict: "unclear"; readonly because: UnclearBecause }
  | { readonly verdict: "unclear"; readonly because: UnclearAt; readonly seen: SeenAt };

export const effectVerdicts = ["heeded", "fixed", "repeated", "overruled", "unclear"] as const;
export type EffectVerdict = (typeof effectVerdicts)[number];

type OverruledBy =
  /** A person did not let the changed call happen. */
  | "refused"
  /** A person spoke after the changed call. */
  | "corrected"
  /** A person spoke, and then such a call was made again, and went well. */
  | "said-otherwise"
  /** The held call was made again as it was, and went well. */
  | "insisted";
type HeededBy =
  | "changed"
  /** Everything that a checklist names and that was not done before. */
  | "items-followed";
type RepeatedBy =
  | "failed-again"
  | "fired-again"
  /** Nothing of what a checklist names. */
  | "no-item-followed";
type UnclearBecause =
  | "log-not-read"
  | "call-not-found"
  | "nothing-followed"
  /** The ledger cannot show that it fired, so it cannot show that it did not fire later. */
  | "not-in-ledger"
  /** What is written into a file is not in the ledger. */
  | "about-files"
  /** Everything that the checklist names was done before it came. */
  | "items-done-before"
  | "no-such-call"
  /** Nobody saw the result of the corrected call: refused, or the hook for results is missing. */
  | "result-not-seen"
  /** Another hook had the last word about the call. */
  | "other-call-ran";
/**
 * `changed-and-failed`: the fix was there, and did not help. `made-again`: so that it did not fail as the lesson says.
 * `fixed-and-failed`: it ran as corrected, and failed all the same. `some-items-followed`: of what a checklist names.
 */
type UnclearAt = "changed-and-failed" | "made-again" | "fixed-and-failed" | "some-items-followed";

interface SeenAt {
  /** Of the log that the call is in. */
  readonly line: number;
  readonly at: string | null;
  /** The command or the path of the call; null where a person spoke. */
  readonly shown: string | null;
}

/**
 * The first of these that holds. An advice arrives with the result of its call, so that only later calls can heed
 * it; a held call did not happen, so the same is true there.
 */
export function judgeEffect(delivered: DeliveredCall, lens: LessonLens): Effect {
  if (delivered.mode === "fix") return effectOfFix(delivered, lens);
  const followUp = followUpOf(delivered, lens);
  return (
    overruled(followUp) ??
    repeated(followUp) ??
    ofChecklist(followUp) ??
    heeded(followUp) ??
    unclear(followUp)
  );
}

/** A corrected call is its own proof: what the agent does later was not asked of it. */
function effectOfFix({ call, ran }: DeliveredCall, lens: LessonLens): Effect {
  if (ran === undefined) return { verdict: "unclear", because: "result-not-seen" };
  if (!ran) return { verdict: "unclear", because: "other-call-ran" };
  const seen = seenIn(call);
  if (call.outcome === "ok") return { verdict: "fixed", because: "ran-corrected", seen };
  if (lens.isOwnFailure(call)) return { verdict: "repeated", because: "failed-again", seen };
  return { verdict: "unclear", because: "fixed-and-failed", seen };
}

function overruled({ delivered, next, end }: FollowUp): Effect | undefined {
  const refused = next.find(
    ({ is, call }) => is === "changed" && call.outcome === "rejected" && call.treatment !== "held",
  );
  if (refused !== undefined)
    return { verdict: "overruled", because: "refused", seen: seenIn(refused.call) };

  const corrections = delivered.corrections.filter(
    (line) => line < end && isAboutChange(next, line),
  );
  const corrected = Math.min(...corrections);
  if (corrections.length > 0)
    return {
      verdict: "overruled",
      because: "corrected",
      seen: { line: corrected, at: null, shown: null },
    };

  const otherwise = madeAfterWord(delivered, next);
  if (otherwise !== undefined)
    return { verdict: "overruled", because: "said-otherwise", seen: seenIn(otherwise) };

  if (delivered.mode !== "hold") return undefined;
  const insisted = next.find(
    ({ call }) => call.outcome === "ok" && isSameCall(delivered.call, call),
  );
  return insisted && { verdict: "overruled", because: "insisted", seen: seenIn(insisted.call) };
}

/** Whether a changed call is the last one before that line that the lesson has to do with. */
function isAboutChange(next: readonly NextCall[], line: number): boolean {
  const last = next.findLast(({ call, is }) => call.line < line && is !== "other");
  return last?.is === "changed";
}

/** Agents mostly do what was said last: what a person said, when the next such call is as it was before. */
function madeAfterWord(
  { call: { line: delivered }, corrections }: DeliveredCall,
  next: readonly NextCall[],
): LedgerCall | undefined {
  const word = Math.min(...corrections.filter((line) => line > delivered));
  const first = next.find(({ call, is }) => call.line > word && is !== "other");
  return first?.is === "again" && first.call.outcome === "ok" ? first.call : undefined;
}

/** Of what editors write the ledger knows nothing, so two edits are never the same call. */
function isSameCall(one: LedgerCall, other: LedgerCall): boolean {
  return one.command !== null && one.command === other.command && one.tool === other.tool;
}

function repeated({ delivered, lens, firing }: FollowUp): Effect | undefined {
  const canFire = lens.isBrokenByFiring && firing !== undefined;
  const again = delivered.after.find(
    (call) =>
      lens.isOwnFailure(call) ||
      (canFire && call.command !== null && lens.firingAt(call) !== undefined),
  );
  if (again === undefined) return undefined;
  const because = lens.isOwnFailure(again) ? "failed-again" : "fired-again";
  return { verdict: "repeated", because, seen: seenIn(again) };
}

/**
 * A checklist is heeded by what it names: the files are edited, the commands run, somewhere in the rest of the conversation. What was
 * done before it came, the call that brought it included, is not asked again.
 */
function ofChecklist({ delivered, lens }: FollowUp): Effect | undefined {
  const { items = [] } = lens;
  if (items.length === 0 || delivered.after.length === 0) return undefined;
  const before = [...delivered.before, delivered.call];
  const open = items.filter((item) => !before.some((call) => isDoneBy(item, call)));
  if (open.length === 0) return { verdict: "unclear", because: "items-done-before" };
  const done = open.flatMap((item) => delivered.after.find((call) => isDoneBy(item, call)) ?? []);
  const last = done.toSorted((one, other) => other.line - one.line)[0];
  if (last === undefined) {
    const seen = seenIn(delivered.after.at(-1) ?? delivered.call);
    return { verdict: "repeated", because: "no-item-followed", seen };
  }
  const seen = seenIn(last);
  return done.length === open.length
    ? { verdict: "heeded", because: "items-followed", seen }
    : { verdict: "unclear", because: "some-items-followed", seen };
}

function heeded({ next }: FollowUp): Effect | undefined {
  const better = next.find(({ is, call }) => is === "changed" && call.outcome === "ok");
  return better && { verdict: "heeded", because: "changed", seen: seenIn(better.call) };
}

function unclear({ delivered, firing, next }: FollowUp): Effect {
  const changed = next.find(({ is }) => is === "changed");
  if (changed !== undefined)
    return { verdict: "unclear", because: "changed-and-failed", seen: seenIn(changed.call) };
  if (delivered.after.length === 0) return { verdict: "unclear", because: "nothing-followed" };
  if (firing === undefined) return { verdict: "unclear", because: "not-in-ledger" };
  if (delivered.call.command === null) return { verdict: "unclear", because: "about-files" };
  const again = next.find(({ is }) => is === "again");
  if (again !== undefined)
    return { verdict: "unclear", because: "made-again", seen: seenIn(again.call) };
  return { verdict: "unclear", because: "no-such-call" };
}

function seenIn({ line, at, command, path, tool }: LedgerCall): SeenAt {
  return { line, at, shown: command ?? path ?? tool };
}

/** What followed a delivery, as far as it has to do with its lesson. */
interface FollowUp {
  readonly delivered: DeliveredCall;
  readonly lens: LessonLens;
  readonly firing: Firing | undefined;
  readonly next: readonly NextCall[];
  /** The first line that is too late for a correction to be about the next calls. */
  readonly end: number;
}

interface NextCall {
  readonly call: LedgerCall;
  /** `changed`: of the same kind, and the lesson is silent there. `again`: it fires there. */
  readonly is: "changed" | "again" | "other";
}

/** The call that got a lesson, and the calls that were made knowing it. */
interface DeliveredCall {
  readonly call: LedgerCall;
  readonly mode: Delivery;
  /** Of a corrected call, whether it ran like that. */
  readonly ran?: boolean | undefined;
  /** Of the same conversation. */
  readonly before: readonly LedgerCall[];
  /** In order, of the same conversation, until the lesson was delivered there again. */
  readonly after: readonly LedgerCall[];
  /** Lines where a person corrected the agent in this conversation. */
  readonly corrections: readonly number[];
}

/** A lesson as far as calls can show whether its mistake was made. */
export interface LessonLens {
  readonly firingAt: (call: LedgerCall) => Firing | undefined;
  readonly isOwnFailure: (call: LedgerCall) => boolean;
  /** Whether firing again alone is the mistake: it names commands, and how they end says nothing about it. */
  readonly isBrokenByFiring: boolean;
  /** Of a checklist: what calls can show of it. */
  readonly items?: readonly NamedItem[] | undefined;
}

/** What comes later than this has little to do with a call. */
export const mostCallsLater = 5;

function followUpOf(delivered: DeliveredCall, lens: LessonLens): FollowUp {
  const firing = lens.firingAt(delivered.call);
  const next = delivered.after.slice(0, mostCallsLater).map((call): NextCall => {
    if (lens.firingAt(call) !== undefined) return { call, is: "again" };
    const isChanged = firing !== undefined && isAlike(delivered.call, firing, call);
    return { call, is: isChanged ? "changed" : "other" };
  });
  const end = delivered.after[mostCallsLater]?.line ?? Infinity;
  return { delivered, lens, firing, next, end };
}

function isAlike(delivered: LedgerCall, { shown }: Firing, later: LedgerCall): boolean {
  if (delivered.command !== null)
    return later.command !== null && isSameKindOfCall(shown ?? delivered.command, later.command);
  return (
    delivered.path !== null &&
    delivered.path === later.path &&
    editors.has(delivered.tool) &&
    editors.has(later.tool)
  );
}

const editors: ReadonlySet<string> = new Set(["Edit", "Write"]);

/** Of those in a log, the ones that can be about a call. What a person says in the main conversation is not about a subagent's work. */
export function correctionsOf(
  { thread }: LedgerCall,
  corrections: readonly number[],
): readonly number[] {
  return thread === null ? corrections : [];
}
