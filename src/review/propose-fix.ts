import { fixLine } from "../deliver/fix/fix-line.ts";
import { deliveryProblem } from "../lesson/draft.ts";
import type { Fix, Lesson } from "../lesson/record/lesson.ts";
import { isForCalls } from "../lesson/record/triggers.ts";
import { readPattern } from "../match/pattern/pattern.ts";
import type { Replay } from "../measure/replay/replay.ts";

/** How such calls went, as far as the ledger tells. */
export type CallRecord = Pick<Replay, "failed" | "failedSessions" | "worked" | "examples">;

/** What a person may choose in place of advice, each with its reason in one sentence. */
export interface CallProposals {
  readonly fixProposal?: string;
  readonly holdProposal?: string;
}

/**
 * A call that failed in several sessions and never worked need not run once more: it is corrected where one replacement explains nearly
 * all repairs, and held where none does or another hook may have the last word about the call. Only a person sets either.
 */
export function proposeForCall(
  lesson: Lesson,
  record: CallRecord,
  { otherHooks }: { readonly otherHooks: readonly string[] },
): CallProposals {
  const { delivery, triggers, fix } = lesson;
  const { failed, failedSessions, worked } = record;
  if (delivery === "fix" || fix === undefined || triggers.commandPatterns.length === 0) return {};
  if (!isForCalls(triggers)) return {};
  if (worked > 0 || failedSessions < fewestSessions) return {};
  const numbers = `It failed ${failed} of ${failed} times in ${failedSessions} sessions`;
  const isClear =
    // What somebody else's file says was never seen to work here.
    lesson.source !== "imported" &&
    deliveryProblem({ ...lesson, delivery: "fix" }) === undefined &&
    explainsRepairs(fix) &&
    correctsOne(lesson, fix, record);
  if (isClear && otherHooks.length === 0)
    return { fixProposal: `${numbers}; ${workedWords(fix)}.` };
  if (delivery === "hold") return {};
  const [hook] = otherHooks;
  const why =
    isClear && hook !== undefined
      ? `; another hook runs before shell calls (${hook}) and may override a fix`
      : "";
  return { holdProposal: `${numbers}${why}.` };
}

/** All of it is plain words. */
function workedWords({ from = "", to, times, repairs }: Fix): string {
  const all = times === 1 ? "once" : `${times} times`;
  const worked = times === repairs ? all : `${times} of ${repairs} times`;
  return `\`${to}\` instead of \`${from}\` worked ${worked}`;
}

const fewestSessions = 2;
const leastShare = 0.9;

/** And was seen to be all that the call needed: `node -p` in the place of `jq` wants other words behind it. */
function explainsRepairs({ times, repairs, exact = 0 }: Fix): boolean {
  return exact > 0 && times >= leastShare * repairs;
}

/** A replacement that no call of before could have got is none. */
function correctsOne(
  { triggers }: Lesson,
  { from = "", to }: Fix,
  { examples }: CallRecord,
): boolean {
  const commandPatterns = triggers.commandPatterns.map(readPattern);
  return examples.some(
    ({ shown }) =>
      shown !== undefined && fixLine(shown, { commandPatterns, from, to }) !== undefined,
  );
}
