import { expect, test } from "vitest";
import {
  defaultPriorityWeights,
  scoreConfidence,
  scorePriority,
  type Signals,
} from "./observed-signals.ts";
import { repetitionConfidence } from "./repetition.ts";
import { scoreLesson } from "./score.ts";

const seenOnce: Signals = {
  occurrenceCount: 1,
  sessionCount: 1,
  projectCount: 1,
  foundBy: "heuristic",
  pairIdentified: true,
  retryLoop: false,
  causedHang: false,
  causedDataLoss: false,
  userCorrected: true,
  fixConfirmed: true,
  causalLanguage: false,
  selfDiagnosis: false,
};
const reported: Signals = { ...seenOnce, foundBy: "self-report" };

test.each([
  { origin: "failed-call", signals: seenOnce },
  { origin: "lesson-tag", signals: reported },
] as const)("a $origin is scored by what was observed", ({ origin, signals }) => {
  expect(scoreLesson({ origin, signals })).toEqual({
    priority: scorePriority(signals),
    confidence: scoreConfidence(signals),
  });
});

test("the weights of the configuration count for calls that failed", () => {
  const weights = { ...defaultPriorityWeights, userCorrectionBonus: 4 };
  expect(scoreLesson({ origin: "failed-call", signals: seenOnce }, weights).priority.value).toBe(7);
});

test.each([
  { origin: "correction", label: "user correction, production impact: CRITICAL", value: 9 },
  { origin: "explicit-lesson", label: "explicit lesson, production impact: HIGH", value: 7 },
  { origin: "block", label: "explicit lesson, production impact: HIGH", value: 7 },
] as const)("the tree decides how much a $origin matters", ({ origin, label, value }) => {
  expect(
    scoreLesson({
      origin,
      signals: seenOnce,
      impactText: "this breaks the release",
      userExplicit: false,
    }),
  ).toEqual({
    priority: {
      value,
      formula: "priority-tree",
      parts: [{ label, amount: value }],
      limits: [],
    },
    confidence: scoreConfidence(seenOnce),
  });
});

test("what the user calls critical is critical", () => {
  const { priority } = scoreLesson({
    origin: "explicit-lesson",
    signals: seenOnce,
    impactText: "use pnpm",
    userExplicit: true,
  });
  expect(priority.value).toBe(9);
});

test.each([
  { sessionCount: 1, value: 5 },
  { sessionCount: 2, value: 5 },
  { sessionCount: 3, value: 9 },
])("a correction seen in $sessionCount sessions has priority $value", ({ sessionCount, value }) => {
  const { priority } = scoreLesson({
    origin: "correction",
    signals: { ...seenOnce, occurrenceCount: 5, sessionCount },
    impactText: "use pnpm",
    userExplicit: false,
  });
  expect(priority.value).toBe(value);
});

test.each([
  { kind: "pitfall", count: 1, label: "explicit lesson, production impact: HIGH", value: 7 },
  { kind: "pitfall", count: 3, label: "repeated mistake: CRITICAL", value: 9 },
  { kind: "workflow", count: 3, label: "suggestion: MEDIUM", value: 5 },
  { kind: "procedure", count: 9, label: "suggestion: MEDIUM", value: 5 },
  { kind: "decision", count: 3, label: "suggestion: MEDIUM", value: 5 },
] as const)("a model that finds a $kind $count times makes it: $label", (row) => {
  const { kind, count, label, value } = row;
  expect(scoreLesson({ origin: "llm", kind, count, impactText: "how to release" })).toEqual({
    priority: { value, formula: "priority-tree", parts: [{ label, amount: value }], limits: [] },
    confidence: repetitionConfidence(kind, count),
  });
});

test("words that one person said once, and that only may be a correction, are at most MEDIUM", () => {
  const signals = { ...seenOnce, isOnlyNominated: true };
  const finding = {
    origin: "correction",
    impactText: "it deletes production",
    userExplicit: true,
  } as const;
  expect(scoreLesson({ ...finding, signals }).priority).toMatchObject({
    value: 5,
    limits: [{ label: "nominated only, one session: at most MEDIUM", amount: -4 }],
  });
  const again = { ...signals, sessionCount: 2, occurrenceCount: 2 };
  expect(scoreLesson({ ...finding, signals: again }).priority.value).toBe(9);
});
