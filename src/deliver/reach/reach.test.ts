import { expect, test } from "vitest";
import { sampleLesson } from "../../../test/kit/delivery-samples.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { noTriggers, type Triggers } from "../../lesson/record/triggers.ts";
import { configDefaults } from "../../platform/configuration/settings.ts";
import { makeReady } from "../compile/make-ready.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { type Circumstances, reachOf } from "./reach.ts";
import { reachSentence } from "./reach-words.ts";

const usual: Circumstances = {
  config: deliveryConfig(configDefaults),
  atStart: [],
  skills: {},
  agents: ["Claude Code"],
  isTooSlow: () => false,
};

type Change = Partial<Omit<Lesson, "kind" | "body">>;

function active(triggers: Partial<Triggers>, change: Change = {}): Lesson {
  return sampleLesson("pitfall", {
    slug: "stash",
    stage: { status: "active", since: "2026-01-01T00:00:00.000Z", confirmedBy: "person" },
    priority: 7,
    confidence: 0.9,
    scope: "global",
    tags: [],
    ...change,
    triggers: { ...noTriggers, ...triggers },
  });
}

const ready = (lesson: Lesson) => makeReady({ lesson, origin: { sessions: 0 } });

function sentence(lesson: Lesson, change: Partial<Circumstances> = {}): string {
  return reachSentence(reachOf(lesson, ready(lesson), { ...usual, ...change }), lesson);
}

const stash = { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash\\b"] };

test("one sentence says when which agent gets a lesson", () => {
  expect([
    sentence(active(stash)),
    sentence(active(stash, { delivery: "hold" })),
    sentence(active(stash, { priority: 9 })),
    sentence(active({ injectOn: ["SessionStart"] }, { scope: "project:shop" as Lesson["scope"] })),
    sentence(active({ pathPatterns: ["**/*.sql"] })),
    sentence(sampleLesson("decision", { ...active({}), kind: "decision" } as never)),
  ]).toEqual([
    "Claude Code gets it with the result of `git stash`.",
    "Claude Code gets it before `git stash`: the first such call of a session is refused.",
    "Claude Code gets it when a session starts, when a subagent starts, and with the result of `git stash`.",
    "Claude Code gets it in shop when a session starts.",
    "Claude Code gets it with the result of editing `**/*.sql`.",
    "Claude Code gets it in the files of its project, once rendered.",
  ]);
});

test.each<[string, Lesson, Partial<Circumstances>]>([
  ["No agent is connected: run lessons init.", active(stash), { agents: [] }],
  [
    "it is a candidate, and only active lessons are delivered: lessons edit stash status active",
    active(stash, { stage: { status: "candidate", since: "2026-01-01T00:00:00.000Z" } }),
    {},
  ],
  ["lessons edit stash priority MEDIUM", active(stash, { priority: 2 }), {}],
  ["it names no command, path, content or keyword", active({}), {}],
  [
    "calls of Edit have nothing that its patterns could match: lessons edit stash toolNames ''",
    active({ ...stash, toolNames: ["Edit"] }),
    {},
  ],
  ["no command can match ^cd x && npm", active({ commandPatterns: ["^cd x && npm"] }), {}],
  ["no command can match ^CI=1 npm test", active({ commandPatterns: ["^CI=1 npm test"] }), {}],
  ["it is for windows", active(stash, { tags: ["platform:windows"] as Lesson["tags"] }), {}],
  ["is below minConfidence (0.5)", active(stash, { confidence: 0.3 }), {}],
  ["delivery is paused: lessons resume", active(stash), { silence: { is: "paused" } }],
  ["until the next lessons compile", active(stash), { isTooSlow: () => true }],
])("where no agent hears of it, the sentence says why: %s", (words, lesson, change) => {
  expect(sentence(lesson, change)).toContain(words);
});

test("five important lessons leave no room at the start: what is only for the start then never comes", () => {
  const start = { injectOn: ["SessionStart"] } as const;
  const others = Array.from({ length: 5 }, (_, index) =>
    ready(active(start, { id: `0${index}`, priority: 9 })),
  );
  const late = active(start, { id: "09", priority: 7 });
  expect(sentence(late, { atStart: others })).toContain("other lessons take all the room");
  expect(sentence(late, { atStart: others.slice(1) })).toContain("when a session starts");
  const inOtherProject = others.map((lesson) => ({ ...lesson, scope: "project:x" as const }));
  expect(sentence(late, { atStart: inOtherProject })).toContain("when a session starts");
});

test("a pattern that some call can meet is left alone", () => {
  const patterns = ["^sudo npm i", "^git push --force", "(?i)^npm", "^pytest\\b(?!.*\\sTERM=dumb)"];
  const sentences = patterns.map((pattern) => sentence(active({ commandPatterns: [pattern] })));
  expect(sentences.filter((text) => !text.startsWith("Claude Code gets it"))).toEqual([]);
});
