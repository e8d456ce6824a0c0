import { expect, test } from "vitest";
import { judgedDelivery } from "../../../test/kit/judged-delivery.ts";
import type { Effect } from "./judge-effect.ts";
import { countEffects, standingOf, type LessonStanding } from "./judge-deliveries.ts";

const counted = (...verdicts: readonly Effect["verdict"][]) =>
  countEffects(
    verdicts.map((verdict, index) => judgedDelivery({ sessionId: `s${index % 2}` }, verdict)),
  );

test("deliveries are counted by what came of them, and by sessions", () => {
  expect(counted("heeded", "heeded", "repeated", "overruled", "unclear")).toEqual({
    fixed: 0,
    delivered: 5,
    sessions: 2,
    heeded: 2,
    repeated: 1,
    overruled: 1,
    unclear: 1,
  });
});

test.each<[LessonStanding, readonly Effect["verdict"][], number, number]>([
  ["too-early", ["heeded", "heeded", "unclear", "unclear"], 0, 0],
  ["helps", ["heeded", "heeded", "heeded"], 0, 0],
  ["helps", ["heeded", "heeded", "repeated"], 0, 0],
  ["does-not-help", ["heeded", "heeded", "repeated", "overruled"], 0, 0],
  ["does-not-help", ["heeded"], 0, 2],
  ["helps", ["overruled"], 2, 0],
])(
  "a lesson %s with %j, called helpful %i and not helpful %i times",
  (standing, verdicts, helpful, notHelpful) => {
    expect(standingOf(counted(...verdicts), { helpful, notHelpful })).toBe(standing);
  },
);
