import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { isWithheld } from "./assignment.ts";

const trial = { id: "01TRIAL", share: 200, lessons: ["L0", "L1"] };
const sessions = Array.from({ length: 5000 }, (_, number) => `session-${number}`);

function shareWithout(id: string, lesson: string): number {
  const without = sessions.filter((session) => isWithheld({ ...trial, id }, session, lesson));
  return without.length / sessions.length;
}

test("for a share of sessions, chosen by a hash of session and lesson, a lesson is withheld", () => {
  for (const lesson of trial.lessons) expect(shareWithout("01TRIAL", lesson)).toBeCloseTo(0.2, 1);
  expect(shareWithout("01TRIAL", "another")).toBe(0);
});

test("each lesson and each trial draws for itself", () => {
  const both = (one: readonly [string, string], other: readonly [string, string]) =>
    sessions.filter(
      (session) =>
        isWithheld({ ...trial, id: one[0] }, session, one[1]) &&
        isWithheld({ ...trial, id: other[0] }, session, other[1]),
    ).length / sessions.length;
  // A fifth of a fifth.
  for (const other of [
    ["01TRIAL", "L1"],
    ["01OTHER", "L0"],
  ] as const) {
    expect(both(["01TRIAL", "L0"], other)).toBeGreaterThan(0.03);
    expect(both(["01TRIAL", "L0"], other)).toBeLessThan(0.05);
  }
});

test("law: the same names always fall on the same side, and more go without when the share is greater", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1000), fc.nat(1000), (session, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const without = (share: number) => isWithheld({ ...trial, share }, session, "L0");
      expect(without(less)).toBe(without(less));
      if (without(less)) expect(without(more)).toBe(true);
      expect(without(0)).toBe(false);
      expect(without(1000)).toBe(true);
    }),
    law(),
  );
});
