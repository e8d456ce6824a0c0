import type { EvidenceCounts } from "../record/history.ts";
import { priorities } from "../record/lesson.ts";
import type { Score, ScorePart } from "./score.ts";

/** What the logs show about one mistake, over all its sightings. */
export interface Signals extends EvidenceCounts {
  /**
   * `heuristic`: only we saw it, in the log. `self-report`: the agent said so, in a tag or in a block
   * that lacks something. `full-block`: a block with everything its kind asks for.
   */
  readonly foundBy: "heuristic" | "self-report" | "full-block";
  /** A call failed, a changed call followed, and that one succeeded. */
  readonly pairIdentified: boolean;
  /** The same call three or more times, changed each time. */
  readonly retryLoop: boolean;
  readonly causedHang: boolean;
  /** Also a failure that nobody was shown. */
  readonly causedDataLoss: boolean;
  readonly userCorrected: boolean;
  readonly fixConfirmed: boolean;
  /** The correction says why: "because", "root cause", "the issue is". */
  readonly causalLanguage: boolean;
  /** The agent's own words name the fault before it is corrected. */
  readonly selfDiagnosis: boolean;
  /** Nothing but words, or a failure that says little by itself: a person should look. */
  readonly isOnlyNominated?: boolean;
}

/** Named as in the `scoring` section of the configuration. */
export const defaultPriorityWeights = {
  multiSessionBonus: 2,
  multiProjectBonus: 1,
  hangTimeoutBonus: 1,
  dataLossBonus: 1,
  userCorrectionBonus: 1,
  fixConfirmedBonus: 1,
  singleOccurrencePenalty: -1,
};
export type PriorityWeights = Readonly<Record<keyof typeof defaultPriorityWeights, number>>;

/** How much the mistake matters: a whole number from 1 to 10. Weights count to two decimals. */
export function scorePriority(
  signals: Signals,
  weights: PriorityWeights = defaultPriorityWeights,
): Score {
  const parts = partsThatHold([
    [true, "base", 3],
    [signals.sessionCount >= 2, "seen in two or more sessions", weights.multiSessionBonus],
    [signals.projectCount >= 2, "seen in two or more projects", weights.multiProjectBonus],
    [signals.causedHang, "hang or timeout", weights.hangTimeoutBonus],
    [signals.causedDataLoss, "data loss or silent failure", weights.dataLossBonus],
    [signals.userCorrected, "corrected by the user", weights.userCorrectionBonus],
    [signals.fixConfirmed, "the fix worked", weights.fixConfirmedBonus],
    [signals.foundBy !== "heuristic", "reported by the agent", 1],
    [isSeenOnce(signals), "seen only once", weights.singleOccurrencePenalty],
  ]);
  const sum = total(parts);
  const whole = Math.round(sum / 100) * 100;
  const { lowest, highest } = priorities;
  return scoreOf(parts, [
    { label: "rounded to a whole number", amount: whole - sum },
    { label: `at least ${lowest}`, amount: Math.max(lowest * 100 - whole, 0) },
    { label: `at most ${highest}`, amount: Math.min(highest * 100 - whole, 0) },
  ]);
}

/** How sure we are that the mistake is real and comes back: 0 to 1, in hundredths. */
export function scoreConfidence(signals: Signals): Score {
  const isReported = signals.foundBy !== "heuristic";
  const parts = partsThatHold([
    [true, "base", 0.4],
    // Instead of the pair: a report already says what failed and what helped.
    [isReported, "reported by the agent", 0.25],
    [!isReported && signals.pairIdentified, "error, fix, success", 0.2],
    [signals.userCorrected, "corrected by the user", 0.15],
    [signals.sessionCount >= 2, "seen in two or more sessions", 0.1],
    [signals.projectCount >= 2, "seen in two or more projects", 0.1],
    [signals.retryLoop, "retried with changes", 0.1],
    [signals.causedHang, "hang or timeout", 0.1],
    [signals.causalLanguage, "the correction gives a cause", 0.05],
    [signals.selfDiagnosis, "the agent named the fault", 0.05],
  ]);
  const sum = total(parts);
  const [floor, cap] = [floors[signals.foundBy], capOf(signals)];
  return scoreOf(parts, [
    { label: floor.label, amount: Math.max(floor.amount - sum, 0) },
    { label: cap.label, amount: Math.min(cap.amount - sum, 0) },
  ]);
}

// Floor and cap rise with every stronger finding, so that confirmation never lowers a score.

const floors: Readonly<Record<Signals["foundBy"], ScorePart>> = {
  heuristic: { label: "at least 0", amount: 0 },
  "self-report": { label: "reported by the agent: at least 0.85", amount: 85 },
  "full-block": { label: "block with full structure: 1", amount: 100 },
};

function capOf({ foundBy, sessionCount, isOnlyNominated }: Signals): ScorePart {
  if (foundBy !== "heuristic") return { label: "at most 1", amount: 100 };
  if (sessionCount >= 2) return { label: "heuristic only: at most 0.69", amount: 69 };
  return isOnlyNominated === true
    ? { label: "nominated only, one session: at most 0.35", amount: 35 }
    : { label: "heuristic, one session: at most 0.49", amount: 49 };
}

/** A mistake that is in two sessions was seen twice, whatever the count of occurrences says. */
function isSeenOnce({ occurrenceCount, sessionCount, projectCount }: EvidenceCounts): boolean {
  return Math.max(occurrenceCount, sessionCount, projectCount) < 2;
}

/** The rows that hold, in hundredths: 0.4 + 0.2 + 0.1 is not 0.7 in binary fractions. */
function partsThatHold(
  rows: readonly (readonly [holds: boolean, label: string, amount: number])[],
): readonly ScorePart[] {
  return rows
    .filter(([holds]) => holds)
    .map(([, label, amount]) => ({ label, amount: Math.round(amount * 100) }));
}

function scoreOf(parts: readonly ScorePart[], limits: readonly ScorePart[]): Score {
  const effective = limits.filter((limit) => limit.amount !== 0);
  return {
    value: (total(parts) + total(effective)) / 100,
    formula: "observed-signals",
    parts: parts.map(fromHundredths),
    limits: effective.map(fromHundredths),
  };
}

function total(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, part) => sum + part.amount, 0);
}

function fromHundredths({ label, amount }: ScorePart): ScorePart {
  return { label, amount: amount / 100 };
}
