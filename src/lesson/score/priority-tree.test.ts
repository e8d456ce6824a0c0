import fc from "fast-check";
import { expect, test } from "vitest";

import { classifyImpact, impacts, inferPriority, type Occasion } from "./score.ts";
import { levelOf, levels, priorityOfLevel, type Level } from "../record/level.ts";
import { law } from "../../../test/kit/law.ts";

const remark: Occasion = {
  saidAs: "suggestion",
  impact: "info",
  repetitionCount: 0,
  userExplicit: false,
};

test.each<[Partial<Occasion>, string, number, string]>([
  [{ repetitionCount: 2 }, "CRITICAL", 9, "repeated mistake"],
  [{ userExplicit: true }, "CRITICAL", 9, "the user called it critical"],
  [correction("production"), "CRITICAL", 9, "user correction, production impact"],
  [correction("quality"), "HIGH", 7, "user correction, quality impact"],
  [correction("style"), "MEDIUM", 5, "user correction, style impact"],
  [correction("info"), "MEDIUM", 5, "user correction, info impact"],
  [lesson("production"), "HIGH", 7, "explicit lesson, production impact"],
  [lesson("quality"), "MEDIUM", 5, "explicit lesson, quality impact"],
  [lesson("style"), "MEDIUM", 5, "explicit lesson, style impact"],
  [lesson("info"), "MEDIUM", 5, "explicit lesson, info impact"],
  [{ saidAs: "suggestion", impact: "production" }, "MEDIUM", 5, "suggestion"],
])("%j is %s", (occasion, level, value, because) => {
  expect(inferPriority({ ...remark, ...occasion })).toEqual({
    value,
    formula: "priority-tree",
    parts: [{ label: `${because}: ${level}`, amount: value }],
    limits: [],
  });
});

test("the second time is not yet a repeated mistake", () => {
  expect(inferPriority({ ...remark, repetitionCount: 1 }).value).toBe(priorityOfLevel.MEDIUM);
});

test("a correction is MEDIUM from its sentence alone and CRITICAL when it is about a release", () => {
  const sentence =
    "You forgot to update marketplace.json when you bumped the version in plugin.json";

  expect(levelOfCorrection(sentence)).toBe("MEDIUM");
  expect(levelOfCorrection(`prepare the release\n${sentence}`)).toBe("CRITICAL");
  expect(levelOfCorrection(`deploy the plugin\n${sentence}`)).toBe("CRITICAL");
});

test("the number is the level's, and one more time or the user's word never lowers it", () => {
  const occasion = fc.record({
    saidAs: fc.constantFrom(
      "user correction" as const,
      "explicit lesson" as const,
      "suggestion" as const,
    ),
    impact: fc.constantFrom(...impacts),
    repetitionCount: fc.nat(4),
    userExplicit: fc.boolean(),
  });
  fc.assert(
    fc.property(occasion, (before) => {
      const { value } = inferPriority(before);
      const again = { ...before, repetitionCount: before.repetitionCount + 1 };
      const stressed = { ...before, userExplicit: true };

      expect(levels.map((level) => priorityOfLevel[level])).toContain(value);
      expect(inferPriority(again).value).toBeGreaterThanOrEqual(value);
      expect(inferPriority(stressed).value).toBeGreaterThanOrEqual(value);
    }),
    law(),
  );
});

function correction(impact: Occasion["impact"]): Partial<Occasion> {
  return { saidAs: "user correction", impact };
}

function lesson(impact: Occasion["impact"]): Partial<Occasion> {
  return { saidAs: "explicit lesson", impact };
}

function levelOfCorrection(text: string): Level {
  return levelOf(inferPriority({ ...remark, ...correction(classifyImpact(text)) }).value);
}
