import { isSameKindOfCall } from "../../shell/change/change.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { Firing } from "../replay/matcher.ts";

/** What followed a delivery, as far as it has to do with its lesson. */
export interface Scene {
  readonly told: ToldCall;
  readonly lens: LessonLens;
  readonly firing: Firing | undefined;
  readonly next: readonly NextCall[];
  /** The first line that is too late for a correction to be about the next calls. */
  readonly end: number;
}

export interface NextCall {
  readonly call: LedgerCall;
  /** `changed`: of the same kind, and the lesson is silent there. `again`: it fires there. */
  readonly is: "changed" | "again" | "other";
}

/** The call that got a lesson, and the calls that were made knowing it. */
export interface ToldCall {
  readonly call: LedgerCall;
  readonly mode: "advise" | "hold";
  /** In order, of the same conversation, until the lesson was told there again. */
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
}

const mostCallsLater = 5;

export function sceneOf(told: ToldCall, lens: LessonLens): Scene {
  const firing = lens.firingAt(told.call);
  const next = told.after.slice(0, mostCallsLater).map((call): NextCall => {
    if (lens.firingAt(call) !== undefined) return { call, is: "again" };
    const isChanged = firing !== undefined && isAlike(told.call, firing, call);
    return { call, is: isChanged ? "changed" : "other" };
  });
  const end = told.after[mostCallsLater]?.line ?? Infinity;
  return { told, lens, firing, next, end };
}

function isAlike(told: LedgerCall, { shown }: Firing, later: LedgerCall): boolean {
  if (told.command !== null)
    return later.command !== null && isSameKindOfCall(shown ?? told.command, later.command);
  return (
    told.path !== null &&
    told.path === later.path &&
    editors.has(told.tool) &&
    editors.has(later.tool)
  );
}

const editors: ReadonlySet<string> = new Set(["Edit", "Write"]);
