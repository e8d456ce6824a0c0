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
  card: {},
  skills: { skills: {}, projectSkills: {} },
  agents: ["Claude Code"],
  isTooSlow: () => false,
  isNoticed: () => true,
  now: "2026-11-01T00:00:00.000Z",
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

test("a project goes by its name, and another system by what to type", () => {
  const scope = "project:path-397e8b243079" as Lesson["scope"];
  const atStart = active({ injectOn: ["SessionStart"] }, { scope });
  expect(sentence(atStart, { projectName: () => "shop" })).toBe(
    "Claude Code gets it in shop when a session starts.",
  );
  const other = process.platform === "win32" ? "macos" : "windows";
  expect(sentence(active(stash, { tags: [`platform:${other}`] }))).toBe(
    `No agent will see it: it is for ${other}, and this is another system. To show it here too: lessons edit stash tags -- -platform:${other}.`,
  );
});

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
    'it is a candidate, and agents see only active lessons: lessons review "approve stash"',
    active(stash, { stage: { status: "candidate", since: "2026-01-01T00:00:00.000Z" } }),
    {},
  ],
  ["lessons edit stash priority MEDIUM", active(stash, { priority: 2 }), {}],
  ["it has no trigger", active({}), {}],
  [
    "its patterns can never match calls of Edit; drop the tools: lessons edit stash toolNames ''",
    active({ ...stash, toolNames: ["Edit"] }),
    {},
  ],
  ["no command can match ^cd x && npm", active({ commandPatterns: ["^cd x && npm"] }), {}],
  ["no command can match ^CI=1 npm test", active({ commandPatterns: ["^CI=1 npm test"] }), {}],
  ["it is for windows", active(stash, { tags: ["platform:windows"] as Lesson["tags"] }), {}],
  ["is below minConfidence (0.5)", active(stash, { confidence: 0.3 }), {}],
  ["lessons are paused: lessons pause --off", active(stash), { silence: { is: "paused" } }],
  ["until the next lessons dev compile", active(stash), { isTooSlow: () => true }],
])("where no agent hears of it, the sentence says why: %s", (words, lesson, change) => {
  expect(sentence(lesson, change)).toContain(words);
});

test("lessons for the start take turns; where CRITICAL ones take all the room, the others never come", () => {
  const start = { injectOn: ["SessionStart"] } as const;
  const others = Array.from({ length: 9 }, (_, index) =>
    ready(active(start, { id: `0${index}`, priority: 8 })),
  );
  const late = active(start, { id: "99", priority: 7 });
  expect(sentence(late, { atStart: others })).toBe(
    "Claude Code gets it when a session starts (at least once in every 3 sessions).",
  );
  const many = Array.from({ length: 30 }, (_, index) =>
    ready(active(start, { id: `1${index}`, priority: 8 })),
  );
  const turns = /\(at least once in every (\d+) sessions\)/.exec(sentence(late, { atStart: many }));
  expect(Number(turns?.[1])).toBeGreaterThan(3);
  const crowded = many.map((lesson) => ({ ...lesson, scope: "project:x" as const }));
  expect(sentence(late, { atStart: crowded })).toMatch(
    /\(at least once in every \d+ sessions of x\)/,
  );
  const text = "x".repeat(420);
  const critical = others
    .slice(0, 5)
    .map((lesson) => ({ ...lesson, priority: 9, text, shortText: text }));
  expect(sentence(late, { atStart: critical })).toContain("other lessons fill session start");
  const inOtherProject = critical.map((lesson) => ({ ...lesson, scope: "project:x" as const }));
  expect(sentence(late, { atStart: inOtherProject })).toContain(
    "when a session starts (in no session of x)",
  );
});

const withError = { ...stash, injectOn: ["PostToolUseFailure"] } as const;

test("the card, a corrected call and the line with the error are moments of their own", () => {
  const entry = { lessons: [active(stash).id], line: "use git stash -u", worth: 1 };
  const fix = { how: "instead", from: "git stash", to: "git stash -u", times: 2 } as Lesson["fix"];
  const manual = { source: "manual" } as const;
  expect([
    sentence(active(stash), { card: { global: [entry] } }),
    sentence(active(stash), { card: { "project:other": [entry] } }),
    sentence(active(stash, { delivery: "fix", fix })),
    sentence(active(withError, manual)),
    sentence(active(withError, { ...manual, delivery: "hold" })),
  ]).toEqual([
    "Claude Code gets it as a line of the session card, and with the result of `git stash`.",
    "Claude Code gets it with the result of `git stash`.",
    "Claude Code gets it before `git stash`: every such call is fixed.",
    "Claude Code gets it with the error after `git stash`.",
    "Claude Code gets it before `git stash`: the first such call of a session is refused, and with the error after `git stash`.",
  ]);
});

test("what only comes with the error needs a fix that is known to help, and the setting", () => {
  const unproven = active(withError, { source: "heuristic" });
  expect(sentence(unproven)).toContain("its fix has not worked twice yet");
  const config = { ...usual.config, withError: false };
  expect(sentence(active(withError, { source: "manual" }), { config })).toContain(
    "lessons config set withError true",
  );
  // It comes before the call all the same.
  expect(sentence({ ...unproven, delivery: "hold" })).toContain("is refused.");
});

test("a lesson that words bring says how many of them, and one that patterns do not bring alone says so", () => {
  const said = ["tag", "notes", "publish"];
  const medium = { priority: 5 };
  expect([
    sentence(active({ contextKeywords: said })),
    sentence(active({ contextKeywords: said, toolNames: ["Bash"] }, medium)),
    sentence(active({ ...stash, actionKeywords: ["tag"] })),
    sentence(active({ commandPatterns: ["^git push"], actionKeywords: ["tag"] }, medium)),
    sentence(active({ contextKeywords: said }, medium)),
  ]).toEqual([
    "Claude Code gets it with the result of any call when `tag`, `notes` or `publish` is talked about.",
    "Claude Code gets it with the result of `Bash` when 2 of `tag`, `notes`, `publish` are talked about.",
    "Claude Code gets it with the result of `git stash`, sooner when `tag` is talked about.",
    "Claude Code gets it with the result of `git push`, only when `tag` is talked about.",
    expect.stringContaining("No agent will see it: its score at level MEDIUM is at most 0.55"),
  ]);
});

test("a pattern that some call can meet is left alone", () => {
  const patterns = ["^sudo npm i", "^git push --force", "(?i)^npm", "^pytest\\b(?!.*\\sTERM=dumb)"];
  const sentences = patterns.map((pattern) => sentence(active({ commandPatterns: [pattern] })));
  expect(sentences.filter((text) => !text.startsWith("Claude Code gets it"))).toEqual([]);
});
