import fc from "fast-check";
import { expect, test } from "vitest";

import {
  isReadyForReview,
  promotionCount,
  repetitionConfidence,
  thresholds,
  type Observation,
  type ObservedKind,
} from "./repetition.ts";
import { law } from "../../../test/kit/law.ts";

const kinds: readonly ObservedKind[] = ["workflow", "procedure", "decision", "pitfall"];
const monday = "2026-03-02T12:00:00.000Z";

test.each([
  ["workflow", 1, 0.33],
  ["workflow", 2, 0.66],
  ["workflow", 3, 0.95],
  ["procedure", 1, 0.25],
  ["procedure", 2, 0.5],
  ["procedure", 3, 0.75],
  ["procedure", 4, 0.95],
  ["decision", 1, 0.5],
  ["decision", 2, 0.95],
  ["pitfall", 1, 0.5],
  ["pitfall", 2, 0.95],
] as const)("a %s seen %i times has the confidence %d", (kind, count, value) => {
  expect(repetitionConfidence(kind, count).value).toBe(value);
});

test("the score says what was seen of what is required", () => {
  expect(repetitionConfidence("workflow", 2)).toEqual({
    value: 0.66,
    formula: "repetition",
    parts: [{ label: "seen 2 times (certain at 3)", amount: 0.66 }],
    limits: [],
  });
});

test("the score says what the cap took away", () => {
  expect(repetitionConfidence("workflow", 5)).toEqual({
    value: 0.95,
    formula: "repetition",
    parts: [{ label: "seen 5 times (certain at 3)", amount: 1.66 }],
    limits: [{ label: "at most 0.95", amount: -0.71 }],
  });
});

test.each([
  ["workflow", 2, 3],
  ["procedure", 3, 4],
  ["decision", 2, 2],
  ["pitfall", 2, 2],
] as const)("a %s is promoted at %i sightings, with %i required", (kind, count, required) => {
  expect(promotionCount(kind)).toBe(count);
  expect(thresholds[kind].required).toBe(required);
  expect(isReadyForReview(seen(kind, count))).toBe(true);
  expect(isReadyForReview(seen(kind, count - 1))).toBe(false);
});

test.each([
  ["workflow", "2026-03-05T12:00:00.000Z", "2026-03-05T11:59:59.999Z"],
  ["procedure", "2026-03-07T12:00:00.000Z", "2026-03-07T11:59:59.999Z"],
] as const)("a %s needs its whole days between two sightings", (kind, late, tooEarly) => {
  expect(isReadyForReview({ ...seen(kind, 4), lastSeenAt: late })).toBe(true);
  expect(isReadyForReview({ ...seen(kind, 4), lastSeenAt: tooEarly })).toBe(false);
});

test.each(["decision", "pitfall"] as const)("a %s needs no days in between", (kind) => {
  expect(isReadyForReview({ ...seen(kind, 2), lastSeenAt: monday })).toBe(true);
});

test.each(kinds)("a %s of poor quality is never ready", (kind) => {
  expect(isReadyForReview({ ...seen(kind, 99), qualityOk: false })).toBe(false);
});

test("a time that cannot be read is never ready", () => {
  expect(isReadyForReview({ ...seen("pitfall", 99), firstSeenAt: "last week" })).toBe(false);
});

test("confidence is in whole hundredths, never above 0.95, and another sighting never lowers it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.nat(500), (kind, count) => {
      const { value } = repetitionConfidence(kind, count);
      expect(Number(value.toFixed(2))).toBe(value);
      expect(value).toBeLessThanOrEqual(0.95);
      expect(repetitionConfidence(kind, count + 1).value).toBeGreaterThanOrEqual(value);
    }),
    law(),
  );
});

function seen(kind: ObservedKind, count: number): Observation {
  return {
    kind,
    count,
    qualityOk: true,
    firstSeenAt: monday,
    lastSeenAt: "2026-03-09T12:00:00.000Z",
  };
}
