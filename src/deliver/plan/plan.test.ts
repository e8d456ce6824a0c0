import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { atCommand, readyLesson, type ReadyDraft } from "../../../test/kit/ready-lesson.ts";
import { frameDelivery } from "../../agents/our-text/frame.ts";
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

const skill = { lessons: 9, path: "/home/me/.lessons/skills/cli-intel/git/SKILL.md" };

function firing(...drafts: readonly ReadyDraft[]) {
  const lessons = drafts.map((draft, index) =>
    readyLesson({
      id: `${index}`,
      slug: `lesson-${index}`,
      commandPatterns: ["^git"],
      tags: ["tool:git"],
      text: `the text of ${index}`,
      ...draft,
    }),
  );
  return matchLessons(lessons, atCommand("git push"), 700);
}

test("of many lessons about one tool the best come in full, then one line names the rest and the skill", () => {
  const many = firing({}, {}, {}, {}, {});
  const plan = planDelivery(many, settings({ skills: { git: skill } }));
  expect(plan.portions.map(({ text }) => text)).toEqual([
    "the text of 0",
    "the text of 1",
    "the text of 2",
  ]);
  expect(plan.pointer).toBe(
    `Also about this call: lesson-3, lesson-4. All 9 lessons about git, most important first: ${skill.path}`,
  );
});

test("CRITICAL ones come always, however many there are, and before what fits better", () => {
  const critical = { priority: 9, confidence: 0.1, toolNames: [] };
  const better = { priority: 8, toolNames: ["Bash"] };
  const many = firing(better, better, better, critical, critical, critical, critical);
  const plan = planDelivery(many, settings({ skills: { git: skill } }));
  expect(deliveredBy(plan).map(({ judgement }) => judgement.lesson.priority)).toEqual([9, 9, 9, 9]);
  expect(plan.pointer).toContain("lesson-0, lesson-1, lesson-2");
});

test("only what was shown is delivered, and so claimed; what a line names may come later", () => {
  const many = firing({}, {}, {}, {}, {});
  const plan = planDelivery(many, settings({ skills: { git: skill } }));
  expect(deliveredBy(plan).map(({ judgement }) => judgement.lesson.slug)).toEqual([
    "lesson-0",
    "lesson-1",
    "lesson-2",
  ]);
  expect(plan.dropped.map(({ lesson }) => lesson.slug)).toEqual(["lesson-3", "lesson-4"]);
});

test("the line takes its room from the budget, and gives way where there is none for both", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.array(fc.integer({ min: 5, max: 10 }), { minLength: 1, maxLength: 12 }),
      (mostBytes, priorities) => {
        const many = firing(...priorities.map((priority) => ({ priority, text: "x".repeat(150) })));
        const plan = planDelivery(many, settings({ skills: { git: skill }, mostBytes }));
        const pieces = plan.portions.map(({ text }) => text);
        if (plan.pointer !== undefined) pieces.push(plan.pointer);
        if (pieces.length > 0)
          expect(Buffer.byteLength(frameDelivery(pieces))).toBeLessThanOrEqual(mostBytes);
        expect(plan.pointer === undefined || plan.portions.length > 0).toBe(true);
      },
    ),
    law({ quick: 200 }),
  );
});

test("a tool without a skill has no such line, and neither have lessons that all fit", () => {
  expect(planDelivery(firing({}, {}, {}, {}), settings({})).pointer).toBeUndefined();
  const skills = { git: skill };
  expect(planDelivery(firing({}, {}), settings({ skills })).pointer).toBeUndefined();
});

test("the line names five at most, and is one line whatever the path", () => {
  const path = "/a\n# b\u001B[31m/SKILL.md";
  const rest = firing({}, {}, {}, {}, {}, {}, {});
  expect(toolPointer({ tool: "git", lessons: 9, path }, rest)).toBe(
    "Also about this call: lesson-0, lesson-1, lesson-2, lesson-3, lesson-4 and 2 more. All 9 lessons about git, most important first: /a # b/SKILL.md",
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
