import { expect, test } from "vitest";
import { loneLesson } from "../../../test/kit/lone-lesson.ts";
import type { ObservedKind } from "../../lesson/score/repetition.ts";
import type { StoredObservation } from "./observations.ts";
import { isReady, weighObservation } from "./settle-observations.ts";

function seen(
  kind: ObservedKind,
  count: number,
  days: number,
  more: Partial<StoredObservation> = {},
): StoredObservation {
  const lesson = { ...loneLesson({}), kind } as StoredObservation["lesson"];
  const lastSeenAt = new Date(Date.UTC(2026, 0, 1 + days)).toISOString();
  const firstSeenAt = "2026-01-01T00:00:00.000Z";
  return { lesson, count, qualityOk: true, firstSeenAt, lastSeenAt, deletions: 0, ...more };
}

test.each([
  ["workflow", 1, 9, 0.33, false],
  ["workflow", 2, 2, 0.66, false],
  ["workflow", 2, 3, 0.66, true],
  ["procedure", 2, 9, 0.5, false],
  ["procedure", 3, 4, 0.75, false],
  ["procedure", 3, 5, 0.75, true],
  ["decision", 1, 9, 0.5, false],
  ["decision", 2, 0, 0.95, true],
  ["pitfall", 1, 9, 0.5, false],
  ["pitfall", 2, 0, 0.95, true],
] as const)(
  "a %s seen %i times over %i days has confidence %d, ready: %s",
  (kind, count, days, confidence, ready) => {
    const observed = seen(kind, count, days);
    expect([weighObservation(observed).confidence.value, isReady(observed)]).toEqual([
      confidence,
      ready,
    ]);
  },
);

test("without quality nothing is ready, however often it was seen", () => {
  expect(isReady(seen("decision", 50, 50, { qualityOk: false }))).toBe(false);
});

test("the breakdown says how often of how often, and what each deletion took away", () => {
  const { confidence } = weighObservation(seen("decision", 2, 0, { deletions: 2 }));
  expect(confidence).toEqual({
    value: 0.09,
    formula: "repetition",
    parts: [{ label: "seen 2 times (certain at 2)", amount: 1 }],
    limits: [
      { label: "at most 0.95", amount: -0.05 },
      { label: "deleted 2 times: × 0.3 each time", amount: -0.86 },
    ],
  });
});

test("what a person has deleted once never becomes reviewed by itself again", () => {
  expect(isReady(seen("decision", 1000, 1000, { deletions: 1 }))).toBe(false);
});
