import { expect, test } from "vitest";
import { atCommand, readyLesson } from "../../../test/kit/ready-lesson.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { deliveredBy } from "./delivered.ts";
import { planDelivery, type DeliverySettings } from "./plan.ts";
import { matchLessons } from "../../match/match.ts";

const held = readyLesson({
  commandPatterns: ["^make deploy"],
  delivery: "hold",
  text: "look twice",
  shortText: "look",
});
const judgements = matchLessons([held], atCommand("make deploy"), 700);

test("a lesson that holds is the reason, whole, and nothing else is said", () => {
  const plan = planDelivery(judgements, settings({}));
  expect(plan.hold?.reason).toContain("look twice");
  expect(deliveredBy(plan)).toEqual([{ judgement: judgements[0], form: "hold" }]);
});

test("right after a hold, and where the reason finds no room, the call is advised", () => {
  const advised = (plan: ReturnType<typeof planDelivery>) =>
    deliveredBy(plan).map(({ form }) => form);
  expect(advised(planDelivery(judgements, settings({ mayHold: false })))).toEqual(["full"]);
  expect(advised(planDelivery(judgements, settings({ mostBytes: 60 })))).toEqual(["full"]);
});

function settings(changed: Partial<DeliverySettings>): DeliverySettings {
  const config: DeliveryConfig = {
    injectionBudgetBytes: 4096,
    maxLessonsPerInjection: 3,
    relevanceThreshold: 700,
    minConfidence: 0.5,
    minPriority: 1,
    compactionReinjectionThreshold: 7,
    dedupeScope: "session",
    protocol: "full",
    debugComment: false,
    autoScanIntervalHours: 24,
  };
  return { config, skills: {}, mayHold: true, mostBytes: 10_000, ...changed };
}
