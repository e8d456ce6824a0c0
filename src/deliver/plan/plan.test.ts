import { expect, test } from "vitest";
import { atCommand, readyLesson } from "../../../test/kit/ready-lesson.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { deliveredBy, type DeliverySettings, planDelivery, toolPointer } from "./plan.ts";
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

test("a pointer says how many lessons there are and where", () => {
  expect(toolPointer("git", 7, "/home/me/.lessons/skills/cli-intel/git/SKILL.md")).toBe(
    "7 lessons about git may concern this call. They are together, most important first, in /home/me/.lessons/skills/cli-intel/git/SKILL.md",
  );
});

test("a pointer is one line, whatever the path", () => {
  expect(toolPointer("git", 7, "/a\n# b\u001B[31m/SKILL.md")).toBe(
    "7 lessons about git may concern this call. They are together, most important first, in /a # b/SKILL.md",
  );
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
    notify: "off",
    withError: true,
    autoScanIntervalHours: 24,
  };
  return { config, skills: {}, mayHold: true, mostBytes: 10_000, ...changed };
}
