import fc from "fast-check";
import { expect, test } from "vitest";

import { classifyImpact, impacts, inferPriority, type Occasion } from "./score.ts";
import { levelOf, type Level } from "../record/level.ts";
import { law } from "../../../test/kit/law.ts";

const remark: Occasion = {
  correctionType: "other",
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
  [{ correctionType: "suggestion", impact: "production" }, "MEDIUM", 5, "suggestion"],
  [{ correctionType: "other", impact: "production" }, "LOW", 2, "nothing above applies"],
])("%j is %s", (occasion, level, value, because) => {
  expect(inferPriority({ ...remark, ...occasion })).toEqual({
    level,
    score: {
      value,
      formula: "priority-tree",
      parts: [{ label: `${because}: ${level}`, amount: value }],
      limits: [],
    },
  });
});

test("the second time is not yet a repeated mistake", () => {
  expect(inferPriority({ ...remark, repetitionCount: 1 }).level).toBe("LOW");
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
    correctionType: fc.constantFrom(
      "user_correction" as const,
      "explicit_lesson" as const,
      "suggestion" as const,
      "other" as const,
    ),
    impact: fc.constantFrom(...impacts),
    repetitionCount: fc.nat(4),
    userExplicit: fc.boolean(),
  });
  fc.assert(
    fc.property(occasion, (before) => {
      const { level, score } = inferPriority(before);
      const again = { ...before, repetitionCount: before.repetitionCount + 1 };
      const stressed = { ...before, userExplicit: true };

      expect(levelOf(score.value)).toBe(level);
      expect(inferPriority(again).score.value).toBeGreaterThanOrEqual(score.value);
      expect(inferPriority(stressed).score.value).toBeGreaterThanOrEqual(score.value);
    }),
    law(),
  );
});

function correction(impact: Occasion["impact"]): Partial<Occasion> {
  return { correctionType: "user_correction", impact };
}

function lesson(impact: Occasion["impact"]): Partial<Occasion> {
  return { correctionType: "explicit_lesson", impact };
}

function levelOfCorrection(text: string): Level {
  return inferPriority({ ...remark, ...correction(classifyImpact(text)) }).level;
}
