import fc from "fast-check";
import { expect, test } from "vitest";

import {
  defaultPriorityWeights,
  scoreConfidence,
  scorePriority,
  type PriorityWeights,
  type Signals,
} from "./observed-signals.ts";
import type { Score, ScorePart } from "./score.ts";
import { law } from "../../../test/kit/law.ts";

const once: Signals = {
  occurrenceCount: 1,
  sessionCount: 1,
  projectCount: 1,
  foundBy: "heuristic",
  pairIdentified: false,
  retryLoop: false,
  causedHang: false,
  causedDataLoss: false,
  userCorrected: false,
  fixConfirmed: false,
  causalLanguage: false,
  selfDiagnosis: false,
};
const twice: Signals = { ...once, occurrenceCount: 2, sessionCount: 2 };

test("the hang of a test runner, seen in five sessions and corrected by the user, has priority 8", () => {
  const signals: Signals = {
    ...once,
    occurrenceCount: 5,
    sessionCount: 5,
    projectCount: 3,
    causedHang: true,
    userCorrected: true,
  };
  expect(scorePriority(signals)).toEqual({
    value: 8,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 3 },
      { label: "seen in two or more sessions", amount: 2 },
      { label: "seen in two or more projects", amount: 1 },
      { label: "hang or timeout", amount: 1 },
      { label: "corrected by the user", amount: 1 },
    ],
    limits: [],
  });
});

test("a wrong mock namespace in two projects, corrected and fixed, has priority 8", () => {
  const signals: Signals = {
    ...once,
    occurrenceCount: 3,
    sessionCount: 3,
    projectCount: 2,
    userCorrected: true,
    fixConfirmed: true,
  };
  expect(scorePriority(signals)).toEqual({
    value: 8,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 3 },
      { label: "seen in two or more sessions", amount: 2 },
      { label: "seen in two or more projects", amount: 1 },
      { label: "corrected by the user", amount: 1 },
      { label: "the fix worked", amount: 1 },
    ],
    limits: [],
  });
});

test("an obscure flag that was seen once has priority 2", () => {
  expect(scorePriority(once)).toEqual({
    value: 2,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 3 },
      { label: "seen only once", amount: -1 },
    ],
    limits: [],
  });
});

test("twice in one session is not only once", () => {
  expect(scorePriority({ ...once, occurrenceCount: 2 }).value).toBe(3);
});

test.each(["self-report", "full-block"] as const)("a %s adds one to the priority", (foundBy) => {
  expect(scorePriority({ ...once, foundBy })).toEqual({
    value: 3,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 3 },
      { label: "reported by the agent", amount: 1 },
      { label: "seen only once", amount: -1 },
    ],
    limits: [],
  });
});

test("data loss adds its bonus", () => {
  expect(scorePriority({ ...twice, causedDataLoss: true }).value).toBe(6);
});

test.each([
  {
    penalty: -7.25,
    value: 1,
    limits: [
      { label: "rounded to a whole number", amount: 0.25 },
      { label: "at least 1", amount: 5 },
    ],
  },
  { penalty: -0.75, value: 2, limits: [{ label: "rounded to a whole number", amount: -0.25 }] },
  { penalty: -0.5, value: 3, limits: [{ label: "rounded to a whole number", amount: 0.5 }] },
  { penalty: 12, value: 10, limits: [{ label: "at most 10", amount: -5 }] },
])("a penalty of $penalty gives $value and says what was cut", ({ penalty, value, limits }) => {
  const weights = { ...defaultPriorityWeights, singleOccurrencePenalty: penalty };
  expect(scorePriority(once, weights)).toEqual({
    value,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 3 },
      { label: "seen only once", amount: penalty },
    ],
    limits,
  });
});

test("a fixed call in one session stays below one half, and the parts show what it would be", () => {
  expect(scoreConfidence({ ...once, pairIdentified: true, causalLanguage: true })).toEqual({
    value: 0.49,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 0.4 },
      { label: "error, fix, success", amount: 0.2 },
      { label: "the correction gives a cause", amount: 0.05 },
    ],
    limits: [{ label: "heuristic, one session: at most 0.49", amount: -0.16 }],
  });
});

test("a correction in two sessions of two projects stays below 0.7 while it is heuristic", () => {
  expect(scoreConfidence({ ...twice, projectCount: 2, userCorrected: true })).toEqual({
    value: 0.69,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 0.4 },
      { label: "corrected by the user", amount: 0.15 },
      { label: "seen in two or more sessions", amount: 0.1 },
      { label: "seen in two or more projects", amount: 0.1 },
    ],
    limits: [{ label: "heuristic only: at most 0.69", amount: -0.06 }],
  });
});

test.each([
  ["retryLoop", "retried with changes", 0.1],
  ["causedHang", "hang or timeout", 0.1],
  ["causalLanguage", "the correction gives a cause", 0.05],
  ["selfDiagnosis", "the agent named the fault", 0.05],
  ["userCorrected", "corrected by the user", 0.15],
  ["pairIdentified", "error, fix, success", 0.2],
] as const)("%s adds its part to the confidence", (signal, label, amount) => {
  const { parts } = scoreConfidence({ ...twice, [signal]: true });
  expect(parts).toHaveLength(3);
  expect(parts).toContainEqual({ label, amount });
});

test("a report replaces the pair and has a floor", () => {
  expect(
    scoreConfidence({ ...once, foundBy: "self-report", pairIdentified: true, causedHang: true }),
  ).toEqual({
    value: 0.85,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 0.4 },
      { label: "reported by the agent", amount: 0.25 },
      { label: "hang or timeout", amount: 0.1 },
    ],
    limits: [{ label: "reported by the agent: at least 0.85", amount: 0.1 }],
  });
});

test("a report that everything confirms is certain, and no more than that", () => {
  expect(
    scoreConfidence({
      ...twice,
      foundBy: "self-report",
      projectCount: 2,
      userCorrected: true,
      retryLoop: true,
      causedHang: true,
    }),
  ).toEqual({
    value: 1,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 0.4 },
      { label: "reported by the agent", amount: 0.25 },
      { label: "corrected by the user", amount: 0.15 },
      { label: "seen in two or more sessions", amount: 0.1 },
      { label: "seen in two or more projects", amount: 0.1 },
      { label: "retried with changes", amount: 0.1 },
      { label: "hang or timeout", amount: 0.1 },
    ],
    limits: [{ label: "at most 1", amount: -0.2 }],
  });
});

test("a block with full structure is certain from the start", () => {
  expect(scoreConfidence({ ...once, foundBy: "full-block" })).toEqual({
    value: 1,
    formula: "observed-signals",
    parts: [
      { label: "base", amount: 0.4 },
      { label: "reported by the agent", amount: 0.25 },
    ],
    limits: [{ label: "block with full structure: 1", amount: 0.35 }],
  });
});

test("a priority is a whole number from 1 to 10, whatever the weights", () => {
  fc.assert(
    fc.property(anySignals(), anyWeights({ min: -30, max: 30 }), (signals, weights) => {
      const { value } = scorePriority(signals, weights);
      expect(value).toBeGreaterThanOrEqual(1);
      expect(value).toBeLessThanOrEqual(10);
      expect(Math.trunc(value)).toBe(value);
    }),
    law(),
  );
});

test("a confidence is from 0 to 1 and has at most two decimals", () => {
  fc.assert(
    fc.property(anySignals(), (signals) => {
      const { value } = scoreConfidence(signals);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(Number(value.toFixed(2))).toBe(value);
    }),
    law(),
  );
});

test("parts and limits are whole hundredths and account for each of them", () => {
  fc.assert(
    fc.property(anySignals(), anyWeights({ min: -30, max: 30 }), (signals, weights) => {
      for (const score of [scorePriority(signals, weights), scoreConfidence(signals)]) {
        expect(accountedFor(score)).toBe(Math.round(score.value * 100));
        expect(score.limits.every(({ amount }) => amount !== 0)).toBe(true);
        expect([...score.parts, ...score.limits].filter(hasMoreThanHundredths)).toEqual([]);
      }
    }),
    law(),
  );
});

test("learning more about a mistake never lowers a score", () => {
  const bonuses = anyWeights({ min: 0, max: 5 });
  const penalty = fc.double({ min: -5, max: 0, noNaN: true });
  fc.assert(
    fc.property(anySignals(), anySignals(), bonuses, penalty, (known, learned, bonus, lost) => {
      const weights = { ...bonus, singleOccurrencePenalty: lost };
      const together = combine(known, learned);
      expect(scorePriority(together, weights).value).toBeGreaterThanOrEqual(
        scorePriority(known, weights).value,
      );
      expect(scoreConfidence(together).value).toBeGreaterThanOrEqual(scoreConfidence(known).value);
    }),
    law({ quick: 1000 }),
  );
});

const origins = ["heuristic", "self-report", "full-block"] as const;

function anySignals(): fc.Arbitrary<Signals> {
  const count = fc.integer({ min: 0, max: 4 });
  return fc.record({
    occurrenceCount: count,
    sessionCount: count,
    projectCount: count,
    foundBy: fc.constantFrom(...origins),
    pairIdentified: fc.boolean(),
    retryLoop: fc.boolean(),
    causedHang: fc.boolean(),
    causedDataLoss: fc.boolean(),
    userCorrected: fc.boolean(),
    fixConfirmed: fc.boolean(),
    causalLanguage: fc.boolean(),
    selfDiagnosis: fc.boolean(),
  });
}

function anyWeights(range: { min: number; max: number }): fc.Arbitrary<PriorityWeights> {
  const weight = fc.double({ ...range, noNaN: true });
  return fc.record({
    multiSessionBonus: weight,
    multiProjectBonus: weight,
    hangTimeoutBonus: weight,
    dataLossBonus: weight,
    userCorrectionBonus: weight,
    fixConfirmedBonus: weight,
    singleOccurrencePenalty: weight,
  });
}

/** What two observers know together. */
function combine(one: Signals, other: Signals): Signals {
  return {
    occurrenceCount: Math.max(one.occurrenceCount, other.occurrenceCount),
    sessionCount: Math.max(one.sessionCount, other.sessionCount),
    projectCount: Math.max(one.projectCount, other.projectCount),
    foundBy:
      origins.indexOf(one.foundBy) > origins.indexOf(other.foundBy) ? one.foundBy : other.foundBy,
    pairIdentified: one.pairIdentified || other.pairIdentified,
    retryLoop: one.retryLoop || other.retryLoop,
    causedHang: one.causedHang || other.causedHang,
    causedDataLoss: one.causedDataLoss || other.causedDataLoss,
    userCorrected: one.userCorrected || other.userCorrected,
    fixConfirmed: one.fixConfirmed || other.fixConfirmed,
    causalLanguage: one.causalLanguage || other.causalLanguage,
    selfDiagnosis: one.selfDiagnosis || other.selfDiagnosis,
  };
}

function hasMoreThanHundredths({ amount }: ScorePart): boolean {
  return Number(amount.toFixed(2)) !== amount;
}

function accountedFor({ parts, limits }: Score): number {
  return [...parts, ...limits].reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
}
